/**
 * Where this origin's records lie: IndexedDB, because it alone can hold a key that no script can read. Where a browser
 * keeps none from us, `openRecordStore` says so, and what is made then lives as long as the frame.
 */
export interface RecordStore {
  /** False: gone with the frame. */
  readonly isLasting: boolean
  get(name: string): Promise<unknown>
  put(name: string, value: unknown): Promise<void>
  /** Puts `value` unless something is there; answers what is there afterwards. One step, also between tabs. */
  putIfAbsent(name: string, value: unknown): Promise<unknown>
  delete(name: string): Promise<void>
  names(): Promise<readonly string[]>
}

export function createMemoryRecords(): RecordStore {
  const held = new Map<string, unknown>()
  return {
    isLasting: false,
    get: async (name) => held.get(name),
    put: async (name, value) => void held.set(name, value),
    putIfAbsent: async (name, value) => {
      if (!held.has(name)) held.set(name, value)
      return held.get(name)
    },
    delete: async (name) => void held.delete(name),
    names: async () => [...held.keys()],
  }
}

const DATABASE = 'vest-wallet'
const TABLE = 'records'

async function openIndexedDb(factory: IDBFactory): Promise<RecordStore> {
  const opening = factory.open(DATABASE, 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore(TABLE)
  const database = await settled(opening)
  // Another tab that wants a newer version must not wait for this one.
  database.onversionchange = () => database.close()
  const table = (mode: IDBTransactionMode): IDBObjectStore =>
    database.transaction(TABLE, mode, { durability: 'strict' }).objectStore(TABLE)
  const write = async (act: (store: IDBObjectStore) => IDBRequest): Promise<void> => {
    const store = table('readwrite')
    const done = committed(store.transaction)
    act(store)
    await done
  }
  return {
    isLasting: true,
    get: async (name) => settled<unknown>(table('readonly').get(name)),
    put: (name, value) => write((store) => store.put(value, name)),
    async putIfAbsent(name, value) {
      const store = table('readwrite')
      const done = committed(store.transaction)
      const before = await settled<unknown>(store.get(name))
      if (before === undefined) store.put(value, name)
      await done
      return before ?? value
    },
    delete: (name) => write((store) => store.delete(name)),
    names: async () => (await settled(table('readonly').getAllKeys())).map(String),
  }
}

/** IndexedDB where it may be used, else memory. */
export async function openRecordStore(): Promise<RecordStore> {
  try {
    return await openIndexedDb(globalThis.indexedDB)
  } catch {
    // A browser that blocks every store of a frame: `isLasting` says it, and the screens tell it.
    return createMemoryRecords()
  }
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB request failed'))
  })

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB transaction was aborted'))
  })
