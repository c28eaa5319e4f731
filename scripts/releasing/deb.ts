import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../packaging/target.ts'

type Order = {
  file: string
  written: string
  version: string
  arch: string
  out: string
  /** How much gzip tries. */
  level?: number
}

/** Folders below data/ with what the manual has operators copy and change. */
export const examples = ['monitoring', 'proxies'] as const

/**
 * A package for Debian and Ubuntu, without dpkg: an archive of ar with two of tar in it. `written`
 * is the folder of the manual page and the completions. The same files give the same bytes. Gives
 * its path.
 */
export function makeDeb({ level = 6, ...order }: Order): string {
  const { file, written, version, arch, out } = order
  const stage = mkdtempSync(join(tmpdir(), 'kontor-deb-'))
  const debArch = arch === 'x64' ? 'amd64' : arch
  try {
    const tree = join(stage, 'data')
    lay(tree, { file, written })
    const control = join(stage, 'control')
    const kib = execFileSync('du', ['-sk', '--apparent-size', tree], { encoding: 'utf8' })
    put(join(control, 'control'), controlOf({ version, debArch, kib: Number.parseInt(kib, 10) }))
    for (const [name, text] of Object.entries(scripts)) put(join(control, name), text, 0o755)
    const deb = join(out, `kontor_${version}_${debArch}.deb`)
    writeFileSync(
      deb,
      archive([
        ['debian-binary', Buffer.from('2.0\n')],
        ['control.tar.gz', gzipSync(tarOf(control), { level: 9 })],
        // The program in it is compressed already.
        ['data.tar.gz', gzipSync(tarOf(tree), { level })],
      ]),
    )
    return deb
  } finally {
    rmSync(stage, { recursive: true })
  }
}

function lay(tree: string, { file, written }: { file: string; written: string }): void {
  const read = (path: string) => readFileSync(path)
  put(join(tree, 'usr/bin/kontor'), read(file), 0o755)
  const unit = read(join(root, 'data/systemd/kontor.service')).toString()
  const installed = unit
    .replace('/usr/local/bin/kontor', '/usr/bin/kontor')
    .replace('DynamicUser=yes', 'User=kontor\nGroup=kontor')
  put(join(tree, 'usr/lib/systemd/system/kontor.service'), installed)
  put(
    join(tree, 'usr/lib/systemd/system/kontor.socket'),
    read(join(root, 'data/systemd/kontor.socket')),
  )
  put(join(tree, 'usr/lib/sysusers.d/kontor.conf'), 'u kontor - "Kontor" /var/lib/kontor\n')
  put(join(tree, 'usr/share/man/man1/kontor.1.gz'), gzipSync(read(join(written, 'kontor.1'))))
  const shells = {
    'kontor.bash': 'usr/share/bash-completion/completions/kontor',
    'kontor.zsh': 'usr/share/zsh/vendor-completions/_kontor',
    'kontor.fish': 'usr/share/fish/vendor_completions.d/kontor.fish',
  }
  for (const [from, to] of Object.entries(shells)) put(join(tree, to), read(join(written, from)))
  const notices = read(join(written, 'THIRD-PARTY-NOTICES.txt'))
  const copyright = [read(join(root, 'LICENSE')), '\n', notices].map(String).join('')
  const doc = join(tree, 'usr/share/doc/kontor')
  put(join(doc, 'copyright'), copyright)
  for (const folder of examples) {
    for (const name of readdirSync(join(root, 'data', folder))) {
      put(join(doc, folder, name), read(join(root, 'data', folder, name)))
    }
  }
}

function put(path: string, contents: string | Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, contents)
  chmodSync(path, mode)
}

type Control = { version: string; debArch: string; kib: number }

function controlOf({ version, debArch, kib }: Control): string {
  return `Package: kontor
Version: ${version}
Architecture: ${debArch}
Maintainer: the operator of this Kontor <root@localhost>
Installed-Size: ${kib}
Depends: libc6 (>= 2.34), libstdc++6
Recommends: bubblewrap
Section: web
Priority: optional
Description: a private data marketplace in one process
 Upload, review, passage search, single-use links, a checkable ledger.
`
}

/** The user is made by systemd-sysusers where there is one. Nothing is started, no data removed. */
const scripts = {
  postinst: `#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
if ! getent passwd kontor >/dev/null; then
  if command -v systemd-sysusers >/dev/null; then systemd-sysusers kontor.conf
  else useradd --system --user-group --home-dir /var/lib/kontor --shell /usr/sbin/nologin kontor
  fi
fi
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl try-restart kontor.service
fi
echo 'kontor: systemctl enable --now kontor starts it; settings are in /etc/kontor.env'
`,
  prerm: `#!/bin/sh
set -e
[ "$1" = remove ] && [ -d /run/systemd/system ] && systemctl stop kontor.socket kontor.service
exit 0
`,
}

/** GNU tar, by name, with nothing of who made it and when. */
function tarOf(folder: string): Buffer {
  const fixed = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
  const mode = '--mode=u+rwX,go+rX,go-w'
  return execFileSync('tar', ['-c', '--format=gnu', ...fixed, mode, '-C', folder, '.'], {
    maxBuffer: 2 ** 31 - 1,
  })
}

/** ar(5), as dpkg reads it: a head of 60 characters before each member, at even places. */
function archive(members: readonly (readonly [name: string, bytes: Buffer])[]): Buffer {
  const parts = members.flatMap(([name, bytes]) => {
    const head = [name.padEnd(16), '0'.padEnd(12), '0'.padEnd(6), '0'.padEnd(6)]
    const rest = ['100644'.padEnd(8), String(bytes.length).padEnd(10), '`\n']
    return [Buffer.from([...head, ...rest].join('')), bytes, Buffer.alloc(bytes.length % 2, '\n')]
  })
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}
