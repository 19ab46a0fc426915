// Stand-in for the NVRTC header: types, and the functions in use.
#pragma once
#include <std_c.h>
typedef enum { NVRTC_SUCCESS = 0, NVRTC_ERROR_OUT_OF_MEMORY = 1, NVRTC_ERROR_COMPILATION = 6, NVRTC_ERROR_INTERNAL_ERROR = 11 } nvrtcResult;
typedef struct _nvrtcProgram* nvrtcProgram;
extern "C" {
char const* nvrtcGetErrorString(nvrtcResult);
nvrtcResult nvrtcCreateProgram(nvrtcProgram*, char const*, char const*, int, char const* const*, char const* const*);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram*);
nvrtcResult nvrtcCompileProgram(nvrtcProgram, int, char const* const*);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram, size_t*);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram, char*);
nvrtcResult nvrtcGetPTXSize(nvrtcProgram, size_t*);
nvrtcResult nvrtcGetPTX(nvrtcProgram, char*);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram, size_t*);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram, char*);
}
