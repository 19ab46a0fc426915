#ifndef DEEPER_H
#define DEEPER_H
#include "cute/no_such.hpp"  // CACHE006: the launchers are those of FlashInfer 0.6.3
#endif
