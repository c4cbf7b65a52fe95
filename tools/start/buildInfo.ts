/** What runs here: the version of the package, and the commit where the program was started from a checkout. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export function buildInfo(root: string): { readonly version: string; readonly commit?: string } {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const commit = commitOf(join(root, '.git'))
  return { version, ...(commit === undefined ? {} : { commit }) }
}

/** A checkout says its commit, or the branch whose file (or line among the packed ones) does. */
function commitOf(git: string): string | undefined {
  const read = (name: string): string | undefined =>
    existsSync(join(git, name)) ? readFileSync(join(git, name), 'utf8').trim() : undefined
  const head = read('HEAD')
  const branch = /^ref: (\S+)$/.exec(head ?? '')?.[1]
  const found =
    branch === undefined
      ? head
      : (read(branch) ??
        read('packed-refs')
          ?.split('\n')
          .find((line) => line.endsWith(` ${branch}`))
          ?.split(' ')[0])
  return found !== undefined && /^[0-9a-f]{40,64}$/.test(found) ? found : undefined
}
