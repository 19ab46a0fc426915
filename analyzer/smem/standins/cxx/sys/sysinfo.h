// Stand-in for <sys/sysinfo.h>.
#pragma once
struct sysinfo {
  long uptime;
  unsigned long loads[3], totalram, freeram, sharedram, bufferram, totalswap, freeswap;
  unsigned short procs, pad;
  unsigned long totalhigh, freehigh;
  unsigned mem_unit;
};
extern "C" int sysinfo(struct sysinfo*);
extern "C" int get_nprocs();
