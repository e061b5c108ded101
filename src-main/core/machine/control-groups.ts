import { join } from 'node:path';
import type { SystemFiles } from './system-files.ts';

/** One control group that limits this process. */
export type ControlGroup = {
  /** Below the root of the system files. */
  readonly folder: string;
  /** As the system names it: `/system.slice/job`. */
  readonly name: string;
  readonly version: 1 | 2;
};

export type Controller = 'cpu' | 'memory' | 'pids';

/**
 * The control groups of this process for a controller, the innermost first and then those around it: each may have a
 * limit of its own. Both hierarchies are looked at, as a system may use them side by side. What a container cannot see
 * of them is left out.
 */
export function controlGroups(files: SystemFiles, controller: Controller): readonly ControlGroup[] {
  const mounts = files.text('proc/self/mountinfo');
  if (mounts === undefined) return [{ folder: 'sys/fs/cgroup', name: '/', version: 2 }];
  const groups = (files.text('proc/self/cgroup') ?? '').split('\n').map(ownGroup);
  return mounts.split('\n').flatMap((line) => {
    const mount = mountOf(line);
    if (mount === null) return [];
    if (mount.version === 1 && !mount.options.includes(controller)) return [];
    const path = groups.find(({ controllers }) =>
      mount.version === 2 ? controllers === '' : controllers.split(',').includes(controller),
    )?.path;
    return path === undefined ? [] : outwards(mount, path);
  });
}

/** `4:memory:/job`, or `0::/job` of the unified hierarchy. */
function ownGroup(line: string): { readonly controllers: string; readonly path: string } {
  const [, controllers = '-', ...path] = line.split(':');
  return { controllers, path: path.join(':') };
}

type Mount = {
  readonly root: string;
  readonly point: string;
  readonly version: 1 | 2;
  readonly options: readonly string[];
};

/** `35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory`; null for other file systems. */
function mountOf(line: string): Mount | null {
  const [left = '', right = ''] = line.split(' - ');
  const [, , , root = '/', point = ''] = left.split(' ');
  const [type = '', , options = ''] = right.split(' ');
  if (type !== 'cgroup' && type !== 'cgroup2') return null;
  return { root, point, version: type === 'cgroup2' ? 2 : 1, options: options.split(',') };
}

/** A group is seen below the mount point by its path from the root of the mount. */
function outwards({ root, point, version }: Mount, path: string): readonly ControlGroup[] {
  const inside = root === '/' ? path : path === root ? '/' : path.slice(root.length);
  const seen = (root === '/' || `${path}/`.startsWith(`${root}/`)) && !path.startsWith('/..');
  const parts = seen ? inside.split('/').filter((part) => part !== '') : [];
  return Array.from({ length: parts.length + 1 }, (_, outer) => {
    const kept = parts.slice(0, parts.length - outer);
    return { folder: join(point.slice(1), ...kept), name: `/${kept.join('/')}`, version };
  });
}
