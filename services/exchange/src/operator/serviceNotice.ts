/**
 * What the operator has said about the service ([4.3]): that it is up, has issues or is under maintenance, with words for
 * people. It is an announcement: it keeps no account from closing a position. It stands in the data folder, so that it
 * survives the restarts that maintenance is made of.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVICE_STATUSES, type ServiceStatus } from '@vest/protocol'
import { replaceFileSync } from '../replaceFile.ts'

export interface ServiceNotice {
  readonly status: ServiceStatus
  /** One sentence for people; null: none. */
  readonly message: string | null
}

export interface ServiceNotices {
  current(): ServiceNotice
  /** Durable when it returns. */
  set(notice: ServiceNotice): void
}

export const NOTICE_LENGTH_MAX = 160

const NONE: ServiceNotice = { status: 'UP', message: null }
/** One line of any language. */
const SENTENCE = /^[^\p{C}]+$/u

/** The notice that this value stands for, or the name of the field at fault. */
export function readNotice(value: unknown): ServiceNotice | 'status' | 'message' {
  const { status, message = null } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >
  if (!SERVICE_STATUSES.includes(status as ServiceStatus)) return 'status'
  if (message !== null && !(typeof message === 'string' && SENTENCE.test(message))) return 'message'
  if (message !== null && message.length > NOTICE_LENGTH_MAX) return 'message'
  return { status: status as ServiceStatus, message }
}

/** `onDamage`: the file cannot be read; what it said is unknown, and the service counts as up. */
export function openServiceNotices(dataDir: string, onDamage: (file: string) => void): ServiceNotices {
  const file = join(dataDir, 'service-notice.json')
  let notice = NONE
  if (existsSync(file)) {
    const kept = readNotice(parsed(readFileSync(file, 'utf8')))
    if (typeof kept === 'string') onDamage(file)
    else notice = kept
  }
  return {
    current: () => notice,
    set(next) {
      replaceFileSync(file, `${JSON.stringify(next)}\n`)
      notice = next
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
