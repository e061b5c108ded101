/** What versions are stored under, as people call it; others are called as they are. */
const names: Readonly<Record<string, string>> = {
  app: 'Breakeven',
  commit: 'Commit',
  compiler: 'Compiler of the engine',
  flags: 'Compiler flags of the engine',
  addons: 'Measured code',
  cudaRuntime: 'CUDA runtime',
  cudaDriver: 'CUDA of the driver',
  driver: 'NVIDIA driver',
  openmp: 'OpenMP',
  node: 'Node.js',
  electron: 'Electron',
  chromium: 'Chromium',
  sqlite: 'SQLite',
  schema: 'Database schema',
  system: 'System',
  processor: 'Processor',
  gpus: 'GPUs',
};

export const versionName = (id: string): string => names[id] ?? id;
