/**
 * Accepted authorizations on disk, a file each. The journal keeps the transfer but not the signature, so a file
 * stands, with its name, before anything is announced, and until nothing can happen to the authorization any more.
 */
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usd6, type Id } from '@vest/protocol'
import type { AuthorizedDeposit } from '@vest/runtime'

export interface AcceptedAuthorization {
  readonly id: Id
  readonly chainId: number
  readonly deposit: AuthorizedDeposit
}

export interface AuthorizationFiles {
  /** Resolves when it would survive a power cut. */
  write(accepted: AcceptedAuthorization): Promise<void>
  remove(id: Id): Promise<void>
  readAll(): Promise<readonly AcceptedAuthorization[]>
}

export function openAuthorizationFiles(dir: string): AuthorizationFiles {
  const fileOf = (id: Id): string => join(dir, `${id}.json`)
  return {
    write: async (accepted) => {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const draft = `${fileOf(accepted.id)}.draft`
      await writeFile(draft, JSON.stringify(accepted), { mode: 0o600, flush: true })
      await rename(draft, fileOf(accepted.id))
      const folder = await open(dir)
      try {
        await folder.sync()
      } finally {
        await folder.close()
      }
    },
    remove: (id) => rm(fileOf(id), { force: true }),
    readAll: async () => {
      const names = await namesIn(dir)
      // A draft was never acknowledged.
      for (const name of names) if (name.endsWith('.draft')) await rm(join(dir, name), { force: true })
      const accepted: AcceptedAuthorization[] = []
      // One after the other: all at once they are as many open files, of which a process has a few thousand.
      for (const name of names) if (name.endsWith('.json')) accepted.push(await readOne(join(dir, name)))
      return accepted
    },
  }
}

async function namesIn(dir: string): Promise<readonly string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function readOne(path: string): Promise<AcceptedAuthorization> {
  const raw = JSON.parse(await readFile(path, 'utf8')) as AcceptedAuthorization
  return { ...raw, deposit: { ...raw.deposit, valueUsd6: usd6(raw.deposit.valueUsd6) } }
}
