/**
 * What owners of accounts have linked, a sealed file each (AES-256-GCM, the account as associated data): without the key
 * the folder posts nothing, and no file can stand in another's place. On disk before it is used.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from '@vest/protocol'

export interface Link {
  readonly username: string
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresMs: number
}
export interface LinkStore {
  get(account: Address): Link | undefined
  put(account: Address, link: Link): Promise<void>
  remove(account: Address): Promise<void>
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
const FILE = /^(0x[0-9a-f]{40})\.link$/

export function openLinkFiles(dir: string, key: Buffer): LinkStore {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const links = new Map<Address, Link>()
  for (const name of readdirSync(dir)) {
    const account = FILE.exec(name)?.[1] as Address | undefined
    if (account !== undefined) links.set(account, unseal(key, account, readFileSync(join(dir, name))))
  }
  const pathOf = (account: Address): string => join(dir, `${account}.link`)
  return {
    get: (account) => links.get(account),
    async put(account, link) {
      const path = pathOf(account)
      const file = await open(`${path}.next`, 'w', 0o600)
      try {
        await file.writeFile(seal(key, account, link))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.next`, path)
      links.set(account, link)
    },
    async remove(account) {
      links.delete(account)
      await rm(pathOf(account), { force: true })
    },
  }
}

function seal(key: Buffer, account: Address, link: Link): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(account))
  const body = Buffer.concat([cipher.update(JSON.stringify(link)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function unseal(key: Buffer, account: Address, sealed: Buffer): Link {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(account)).setAuthTag(tag)
  const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
  return JSON.parse(Buffer.concat([body, decipher.final()]).toString('utf8')) as Link
}
