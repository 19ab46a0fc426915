// Stand-in for <stdio.h>.
#pragma once
#include <std_c.h>
