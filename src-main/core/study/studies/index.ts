/** A line a module of this folder, which a test compares with the files: bundles have no folder to read. */
export { study as 'bsuir-bins' } from './bsuir-bins.ts';
export { study as 'ime-min3x3' } from './ime-min3x3.ts';
export { study as 'udelar-row-ordering' } from './udelar-row-ordering.ts';
export { study as 'udelar-scan' } from './udelar-scan.ts';
export { study as 'ull-histogram' } from './ull-histogram.ts';
export { study as 'uniovi-cpu' } from './uniovi-cpu.ts';
export { study as 'uniovi-gpu' } from './uniovi-gpu.ts';
export { study as 'uniovi-heterogeneous' } from './uniovi-heterogeneous.ts';
