import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { leftOut } from './pack-stage.ts';
import { dist, root } from './paths.ts';
import { collect } from './steps.ts';

/** What the packager is given besides the repository: the addons for all targets, icons, and the command line. */
export const appParts = {
  native: join(dist, 'native-pack'),
  icons: join(dist, 'icons'),
  commandLine: join(dist, 'app-command-line'),
  output: join(dist, 'app'),
} as const;

/**
 * The project's address for packages, which .deb and .rpm must name: where the checkout comes from. Null where that is no
 * address of the web.
 */
export async function projectAddress(checkout = root): Promise<string | null> {
  const { output } = await collect('git', ['-C', checkout, 'remote', 'get-url', 'origin']);
  const [, host, path] =
    /^(?:https?:\/\/|ssh:\/\/|)(?:[^@/]+@)?([\w-]+(?:\.[\w-]+)+)(?::\d+)?[:/](.+?)(?:\.git)?\s*$/.exec(
      output,
    ) ?? [];
  return host === undefined ? null : `https://${host}/${path}`;
}

/**
 * The desktop packages. The app's code is in the archive alone; outside are the libraries, which a machine cannot open in
 * an archive, the files that compilers and interpreters read, and the command line, whose plain Node cannot read one.
 */
export function appConfiguration(
  homepage: string,
  parts: typeof appParts = appParts,
): Configuration {
  return {
    extraMetadata: { homepage },
    appId: 'io.github.breakeven.desktop',
    productName: 'Breakeven',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the packager fills these in.
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    copyright: 'Breakeven contributors, MIT licence',
    directories: { output: parts.output, buildResources: parts.icons },
    files: [
      'package.json',
      'LICENSE',
      'dist/main/**',
      'dist/preload/**',
      'dist/renderer/**',
      'resources/**',
      'docs/**',
      ...leftOut.map((path) => `!${path}{,/**}`),
      '!**/*.{map,d.ts,d.mts,d.cts}',
      // Node goes next to the archive, once, with the command line.
      '!node_modules/{node-*,node-bin-*}{,/**}',
      '!node_modules/better-sqlite3/{deps,src}{,/**}',
      '!node_modules/better-sqlite3/binding.gyp',
      '!node_modules/@napi-rs/canvas-*-musl{,/**}',
      // The one of the command line runs on older systems.
      '!node_modules/better-sqlite3/prebuilds{,/**}',
      {
        from: join(parts.commandLine, 'command-line', 'node_modules', 'better-sqlite3', 'build'),
        to: 'node_modules/better-sqlite3/build',
      },
    ],
    // Packages with an addon would be taken out of the archive whole, with their code.
    asar: { smartUnpack: false },
    // Their paths are those of `outsideArchive` in `core/util/paths.ts`; Electron finds the libraries by itself.
    asarUnpack: ['**/*.node', 'resources/labs/**'],
    extraResources: [
      { from: parts.native, to: 'native', filter: ['**/*', '!better_sqlite3.node'] },
      {
        from: parts.commandLine,
        to: '.',
        filter: ['breakeven*', 'NOTICE', 'bin/**', 'command-line/**'],
      },
    ],
    // Addons are Node-API: one binary for Node and for Electron, nothing to compile again.
    npmRebuild: false,
    electronFuses: {
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      // Electron validates archives on macOS and Windows; on Linux the fuse has no effect.
      enableEmbeddedAsarIntegrityValidation: true,
      grantFileProtocolExtraPrivileges: false,
    },
    publish: null,
    // The older ones start the app without its sandbox, and need a library that systems no longer bring.
    toolsets: { appimage: '1.0.3' },
    linux: {
      target: ['deb', 'rpm', 'AppImage'],
      executableName: 'breakeven-desktop',
      icon: parts.icons,
      category: 'Development',
      maintainer: 'Breakeven contributors',
      synopsis: 'Find the size from which a parallel program pays',
      description:
        'Runs one problem as sequential, OpenMP and CUDA code, verifies every answer and measures it with care.',
    },
    // Pasting a copied command into a terminal works at once where the package can put it on the PATH.
    deb: { fpm: [`${join(parts.commandLine, 'on-path')}=/usr/bin/breakeven`] },
    rpm: { fpm: [`${join(parts.commandLine, 'on-path')}=/usr/bin/breakeven`] },
  };
}
