/** The books of the network in their file, written whole after each change, one write after the other. */
import { existsSync, readFileSync } from 'node:fs'
import { writeDurably } from '../../chain/durableFile.ts'
import { keepNewest, newSocialBooks, type SocialBooks } from '../socialBooks.ts'

export interface KeptBooks {
  readonly books: SocialBooks
  /** What has changed is kept; resolves once it is. */
  keep(): Promise<void>
  /** Everything that is to be kept so far is. */
  kept(): Promise<void>
}

/** Without a path they end with the process. */
export function openKeptBooks(path: string | undefined): KeptBooks {
  const books: SocialBooks =
    path !== undefined && existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as SocialBooks)
      : newSocialBooks()
  let writing: Promise<void> = Promise.resolve()
  return {
    books,
    keep() {
      keepNewest(books)
      if (path !== undefined) {
        // The whole is written, so a write that failed is made up for by the next.
        const write = (): Promise<void> => writeDurably(path, JSON.stringify(books))
        writing = writing.then(write, write)
      }
      return writing
    },
    kept: () => writing,
  }
}
