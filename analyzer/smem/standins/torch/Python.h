// Stand-in for <Python.h>: what a module of kernels needs to name itself.
#pragma once
struct PyObject;
struct PyMethodDef;
struct PyModuleDef { int base; char const* name; char const* doc; long size; PyMethodDef* methods; };
#define PyModuleDef_HEAD_INIT 0
#define PyMODINIT_FUNC extern "C" PyObject*
PyObject* PyModule_Create(PyModuleDef*);
