/**
 * Who listens to what. A message is built only where it has a listener, once for all of them; what the engine and
 * the projector have to watch is told them once per turn, however many channels came or went.
 */
import { assert, SOCKET_CLOSE, type Address } from '@vest/protocol'
import { PRIVATE_CHANNEL, type Channel } from './channel.ts'
import { LISTEN_KEY_EXPIRED, type Connection } from './connection.ts'
import { createMessage, type Message } from './frame.ts'

export interface Audience {
  has(channel: string): boolean
  /** The public channels that have a listener, by name. */
  channels(): ReadonlyMap<string, Channel>
  channel(name: string): Channel | undefined
  add(connection: Connection, name: string, channel: Channel): void
  remove(connection: Connection, name: string): void
  removeAll(connection: Connection): void
  /** Every message to every listener. */
  send(channel: string, content: () => unknown): void
  /**
   * A full picture: replaces the one that a connection still waits for, or is withheld from. `isFor`: not for every listener;
   * without a listener it is not made.
   */
  sendSnapshot(channel: string, content: () => unknown, isFor?: (connection: Connection) => boolean): void
  /** To those whose key still holds; the others hear nothing more, and their socket ends. */
  sendPrivate(account: Address, content: () => unknown): void
}

/** `isEntitled`: may it go on hearing the private channel? */
export function createAudience(
  onChange: () => void,
  isEntitled: (connection: Connection) => boolean,
): Audience {
  const listeners = new Map<string, Set<Connection>>()
  const channels = new Map<string, Channel>()
  const accounts = new Map<Address, Set<Connection>>()
  let isChanged = false

  const changed = (): void => {
    if (isChanged) return
    isChanged = true
    queueMicrotask(() => {
      isChanged = false
      onChange()
    })
  }
  const addPrivate = (connection: Connection): void => {
    const { session } = connection.options
    assert(session !== undefined, 'the private channel needs a listen key')
    addTo(accounts, session.account, connection)
  }
  const removePublic = (connection: Connection, name: string): void => {
    connection.awaitingSnapshot.delete(name)
    if (!removeFrom(listeners, name, connection)) return
    channels.delete(name)
    changed()
  }
  const remove = (connection: Connection, name: string): void => {
    if (!connection.channels.delete(name)) return
    if (name !== PRIVATE_CHANNEL) removePublic(connection, name)
    else if (connection.options.session) removeFrom(accounts, connection.options.session.account, connection)
  }
  return {
    has: (channel) => listeners.has(channel),
    channels: () => channels,
    channel: (name) => channels.get(name),
    add: (connection, name, channel) => {
      connection.channels.add(name)
      if (channel.kind === 'private') return addPrivate(connection)
      if (!addTo(listeners, name, connection)) return
      channels.set(name, channel)
      changed()
    },
    remove,
    removeAll: (connection) => {
      for (const name of connection.channels) remove(connection, name)
    },
    send: (channel, content) => sendTo(listeners.get(channel), channel, content),
    sendSnapshot: (channel, content, isFor) => {
      let message: Message | undefined
      for (const connection of listeners.get(channel) ?? NO_LISTENERS) {
        if (isFor !== undefined && !isFor(connection)) continue
        message ??= createMessage({ channel, data: content() })
        // What is pushed is newer than the first snapshot that is still on its way.
        connection.awaitingSnapshot.delete(channel)
        connection.sendSnapshot(channel, message)
      }
    },
    sendPrivate: (account, content) => {
      const listening = accounts.get(account)
      if (listening === undefined) return
      for (const connection of listening)
        if (!isEntitled(connection)) connection.close(SOCKET_CLOSE.LISTEN_KEY_EXPIRED, LISTEN_KEY_EXPIRED)
      // What is being closed takes nothing more.
      sendTo(listening, PRIVATE_CHANNEL, content)
    },
  }
}

const NO_LISTENERS: ReadonlySet<Connection> = new Set()

function sendTo(
  connections: ReadonlySet<Connection> | undefined,
  channel: string,
  content: () => unknown,
): void {
  if (!connections) return
  const message = createMessage({ channel, data: content() })
  for (const connection of connections) connection.send(message)
}

/** True where it is the first. */
function addTo<Key>(sets: Map<Key, Set<Connection>>, key: Key, connection: Connection): boolean {
  const set = sets.get(key)
  set?.add(connection)
  if (!set) sets.set(key, new Set([connection]))
  return set === undefined
}

/** True where it was the last. */
function removeFrom<Key>(sets: Map<Key, Set<Connection>>, key: Key, connection: Connection): boolean {
  const set = sets.get(key)
  if (!set?.delete(connection) || set.size > 0) return false
  sets.delete(key)
  return true
}
