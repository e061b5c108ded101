import { statfsSync } from 'node:fs';

/** Linux magic numbers of file systems whose locks or shared memory cannot carry a write-ahead log (statfs(2)). */
const remoteTypes: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x19830326, 'BeeGFS'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x7461636f, 'OCFS2'],
  [0x73757245, 'Coda'],
  [0xaad7aaea, 'PanFS'],
  [0x786f4256, 'VirtualBox shared folder'],
]);

export type FileSystemType = (folder: string) => number;

const askSystem: FileSystemType = (folder) => statfsSync(folder).type;

/**
 * The name of the network-like file system that holds `folder`, or null for a local one. SQLite's write-ahead log needs
 * memory shared between all processes that open the file, which such file systems do not give.
 */
export function remoteFileSystem(
  folder: string,
  typeOf: FileSystemType = askSystem,
): string | null {
  try {
    // Some kernels hand the 32-bit number over with its sign.
    return remoteTypes.get(typeOf(folder) >>> 0) ?? null;
  } catch {
    return null;
  }
}
