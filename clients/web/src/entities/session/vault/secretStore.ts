/**
 * Where sealed secrets lie: a small port, so that the vault can be tested without a browser. The browser's is
 * IndexedDB, because it alone can hold a `CryptoKey` that cannot be exported; where it is blocked, memory stands
 * in and the session ends with the tab.
 */
export interface SecretStore {
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
  /** Puts `value` unless something is there; answers what is there afterwards. One step, also between tabs. */
  putIfAbsent(key: string, value: unknown): Promise<unknown>
  delete(key: string): Promise<void>
  keys(): Promise<readonly string[]>
}

export function createMemoryStore(): SecretStore {
  const held = new Map<string, unknown>()
  return {
    get: async (key) => held.get(key),
    put: async (key, value) => void held.set(key, value),
    putIfAbsent: async (key, value) => {
      if (!held.has(key)) held.set(key, value)
      return held.get(key)
    },
    delete: async (key) => void held.delete(key),
    keys: async () => [...held.keys()],
  }
}

const DATABASE = 'vest'
const TABLE = 'secrets'

export async function openIndexedDbStore(factory: IDBFactory): Promise<SecretStore> {
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
    get: async (key) => settled<unknown>(table('readonly').get(key)),
    put: (key, value) => write((store) => store.put(value, key)),
    async putIfAbsent(key, value) {
      const store = table('readwrite')
      const done = committed(store.transaction)
      const before = await settled<unknown>(store.get(key))
      if (before === undefined) store.put(value, key)
      await done
      return before ?? value
    },
    delete: (key) => write((store) => store.delete(key)),
    keys: async () => (await settled(table('readonly').getAllKeys())).map(String),
  }
}

/** IndexedDB where it may be used, else memory. */
export async function openSecretStore(): Promise<SecretStore> {
  try {
    return await openIndexedDbStore(globalThis.indexedDB)
  } catch {
    // Private windows of some browsers refuse the database; the session then lives as long as the page.
    return createMemoryStore()
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
