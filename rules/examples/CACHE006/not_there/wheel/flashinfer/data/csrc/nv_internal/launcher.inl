#pragma once

#include "cutlass/cutlass.h"
#include <cutlass/arch/no_such.h>  // CACHE006: cutlass/arch/no_such.h is in no include folder of not_there: CUTLASS 4.2.1 does not have it
#include "deeper.h"
