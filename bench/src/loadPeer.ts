/**
 * A peer that is no dependency of ours: it is installed, in its exact version, the first time that a benchmark asks
 * for it, beside what is built. Nothing but the benchmark needs it, and it may have to be compiled.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const FOLDER = join(process.cwd(), 'build', 'peers')

export interface PeerPackage {
  readonly name: string
  readonly version: string
}

export async function loadPeer(peer: PeerPackage, print: (line: string) => void): Promise<unknown> {
  const home = join(FOLDER, `${peer.name}@${peer.version}`)
  if (!existsSync(join(home, 'node_modules', peer.name, 'package.json'))) {
    print(
      `installing ${peer.name} ${peer.version} to measure against it (once; it may take minutes to compile)`,
    )
    mkdirSync(home, { recursive: true })
    try {
      execFileSync(
        'npm',
        ['install', '--prefix', home, '--no-audit', '--no-fund', `${peer.name}@${peer.version}`],
        {
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      )
    } catch (cause) {
      const reason = String((cause as { stderr?: unknown }).stderr ?? cause).trim()
      throw new Error(
        `${peer.name} ${peer.version} cannot be installed, so there is nothing to measure against: ` +
          reason.split('\n').at(-1),
        { cause },
      )
    }
  }
  return createRequire(join(home, 'index.js'))(peer.name) as unknown
}
