/**
 * A list in local storage, with a version. Every change is made to what lies there at that moment, so that two tabs
 * lose nothing of each other. Other versions of the app, other scripts of the origin and the user's own hands write
 * there too: what is not of its kind is passed over, each for itself.
 */
import type { SafeStorage } from './safeStorage.ts'

export interface KeptListOptions<T> {
  readonly storage: SafeStorage
  readonly key: string
  readonly version: number
  /** The newest stay. */
  readonly lengthMax: number
  /** Undefined where it is none. Ids are looked at already. */
  readonly read: (value: Readonly<Record<string, unknown>>) => T | undefined
}

export interface KeptList<T> {
  read(): readonly T[]
  /** False, and nothing is added, where there would be too many. */
  add(added: readonly T[]): boolean
  /** Another form of one that is still there. */
  change(id: string, form: (held: T) => T): void
  /** Answers what was there and is no more. The last one leaves nothing behind. */
  remove(ids: readonly string[]): readonly T[]
}

export function createKeptList<T extends { readonly id: string }>(options: KeptListOptions<T>): KeptList<T> {
  const { storage, key, version, lengthMax } = options
  const read = (): readonly T[] => {
    const stored = parsed(storage.getItem(key))
    if (!isRecord(stored) || stored.version !== version || !Array.isArray(stored.list)) return []
    const byId = new Map<string, T>()
    for (const value of stored.list as readonly unknown[]) {
      const one = isRecord(value) && isId(value.id) ? options.read(value) : undefined
      if (one !== undefined && !byId.has(one.id)) byId.set(one.id, one)
    }
    return [...byId.values()].slice(-lengthMax)
  }
  const write = (list: readonly T[]): void => {
    if (list.length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify({ version, list }))
  }
  return {
    read,
    add(added) {
      const held = read()
      if (held.length + added.length > lengthMax) return false
      write([...held, ...added])
      return true
    },
    change: (id, form) => write(read().map((held) => (held.id === id ? form(held) : held))),
    remove(ids) {
      const held = read()
      const gone = held.filter(({ id }) => ids.includes(id))
      if (gone.length > 0) write(held.filter((one) => !gone.includes(one)))
      return gone
    },
  }
}

/** An id that nothing else in the lists of this browser has. No secret: it needs no more chance than that. */
export const newKeptId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`

const isId = (value: unknown): boolean => typeof value === 'string' && /^[\w-]{1,40}$/.test(value)

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    // What is no JSON holds nothing of ours.
    return undefined
  }
}
