#include "launcher.inl"
