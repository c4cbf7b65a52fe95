/**
 * The documents of accounts as files of a folder, one each, replaced as a whole: what is answered as kept is on the disk.
 * One file is written at a time for each account; what changes meanwhile goes out with the next writing.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '@vest/protocol'
import { replaceFile } from '../replaceFile.ts'
import { readDocument, type NoticeDocument } from './noticeDocument.ts'

export interface NoticeFiles {
  /** Every document there is; called once. */
  readAll(): readonly NoticeDocument[]
  /** Resolves once the document as it is now, or later, is on the disk. */
  keep(document: NoticeDocument): Promise<void>
  /** Resolves once nothing is being written. */
  idle(): Promise<void>
}

/** `onDamage`: the file stays where it is, and its account begins anew. */
export function openNoticeFiles(dir: string, onDamage: (file: string) => void): NoticeFiles {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const waiting = new Map<Address, Promise<void>>()
  const writing = new Map<Address, Promise<void>>()

  async function write(document: NoticeDocument): Promise<void> {
    await replaceFile(join(dir, `${document.account}.json`), JSON.stringify(document))
  }
  function begin(document: NoticeDocument): Promise<void> {
    waiting.delete(document.account)
    const done = write(document).finally(() => {
      if (writing.get(document.account) === done) writing.delete(document.account)
    })
    writing.set(document.account, done)
    return done
  }

  return {
    readAll: () =>
      readdirSync(dir)
        .filter((name) => /^0x[0-9a-f]{40}\.json$/.test(name))
        .flatMap((name) => {
          const document = readDocument(readFileSync(join(dir, name), 'utf8'))
          if (document === undefined) onDamage(join(dir, name))
          return document ?? []
        }),
    keep(document) {
      const next = waiting.get(document.account)
      if (next !== undefined) return next
      const before = writing.get(document.account)
      if (before === undefined) return begin(document)
      const after = before.then(
        () => begin(document),
        () => begin(document),
      )
      waiting.set(document.account, after)
      return after
    },
    async idle() {
      while (writing.size + waiting.size > 0)
        await Promise.allSettled([...writing.values(), ...waiting.values()])
    },
  }
}
