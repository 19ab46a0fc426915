#define CUTLASS_MAJOR 3  // CACHE007: FlashInfer 0.6.3 is written for CUTLASS 4.2.1, not for 3.9.2 as it is found
#define CUTLASS_MINOR 9
#define CUTLASS_PATCH 2
