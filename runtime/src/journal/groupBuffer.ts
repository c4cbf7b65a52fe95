/**
 * The group being collected: records in one reused buffer, after the space for the frame's header, so that a commit is
 * a header, a checksum and one write without another copy.
 */
import { assert } from '@vest/protocol'
import {
  finishFrame,
  FRAME_HEADER_BYTES,
  frameBytes,
  RECORD_HEADER_BYTES,
  writeRecordHeader,
  type FrameHeader,
} from './frame.ts'

export interface GroupBuffer {
  /** Commands so far; notes of the journal do not count. */
  readonly commands: number
  readonly payloadBytes: number
  hasRoom(payloadBytes: number): boolean
  putCommand(kind: number, payload: Uint8Array): void
  /** A note may use the space reserved for it. */
  putNote(kind: number, payload: Uint8Array): void
  /** Completes the frame. The bytes are a view, valid until the next record. */
  finish(header: Omit<FrameHeader, 'records'>): { readonly bytes: Buffer; readonly crc: number }
  clear(): void
}

export interface GroupBufferOptions {
  /** Maximum payload of commands in the group. */
  readonly payloadBytesMax: number
  /** Space beyond it for one note. */
  readonly noteBytesMax: number
}

export function createGroupBuffer({ payloadBytesMax, noteBytesMax }: GroupBufferOptions): GroupBuffer {
  const buffer = Buffer.alloc(frameBytes(payloadBytesMax + RECORD_HEADER_BYTES + noteBytesMax))
  let payloadBytes = 0
  let records = 0
  let commands = 0

  const put = (kind: number, payload: Uint8Array): void => {
    writeRecordHeader(buffer, FRAME_HEADER_BYTES + payloadBytes, kind, payload.length)
    buffer.set(payload, FRAME_HEADER_BYTES + payloadBytes + RECORD_HEADER_BYTES)
    payloadBytes += RECORD_HEADER_BYTES + payload.length
    records += 1
  }
  const hasRoom = (bytes: number): boolean => payloadBytes + RECORD_HEADER_BYTES + bytes <= payloadBytesMax

  return {
    get commands() {
      return commands
    },
    get payloadBytes() {
      return payloadBytes
    },
    hasRoom,
    putCommand(kind, payload) {
      assert(hasRoom(payload.length), 'the command fits the group')
      put(kind, payload)
      commands += 1
    },
    putNote(kind, payload) {
      assert(payload.length <= noteBytesMax, 'the note fits the room kept for it')
      put(kind, payload)
    },
    finish(header) {
      assert(records > 0, 'a group holds at least one record')
      const crc = finishFrame(buffer, payloadBytes, { ...header, records })
      return { bytes: buffer.subarray(0, frameBytes(payloadBytes)), crc }
    },
    clear() {
      payloadBytes = 0
      records = 0
      commands = 0
    },
  }
}
