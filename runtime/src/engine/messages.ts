/**
 * Messages between the engine's thread and the rest of the process. Everything is plain data that a structured clone
 * keeps; many small items travel in one message, because a message costs more than its bytes.
 */
import type { Command, DepthView, Queries, QueryName, PublishedBatch } from '@vest/engine'
import type { AnswerRows } from './answerRows.ts'
import type { GroupFigures } from '../ports/engineClient.ts'

export interface SubmittedItem {
  readonly ticket: number
  readonly command: Command
}

export type ToHost =
  | { readonly kind: 'submit'; readonly items: readonly SubmittedItem[] }
  | {
      readonly kind: 'query'
      readonly ticket: number
      readonly name: QueryName
      readonly input: Queries[QueryName]['in']
    }
  | { readonly kind: 'stateHash'; readonly ticket: number }
  /** Answered with `CaughtUp`, once everything sequenced before it is published. */
  | { readonly kind: 'caughtUp'; readonly ticket: number }
  | { readonly kind: 'watchDepth'; readonly symbols: readonly string[] }
  /** The reader has stored everything up to `seq`. */
  | { readonly kind: 'reader'; readonly seq: number }
  /** A reader has taken one batch of the replay. */
  | { readonly kind: 'replayTaken' }
  | { readonly kind: 'stop' }

export interface RefusalItem {
  readonly ticket: number
  readonly reason: ErrorText
}

/** The memory that is transferred with a message instead of being copied. */
export function handedOver(message: FromHost): ArrayBuffer[] {
  if (message.kind !== 'group' && message.kind !== 'replayed') return []
  const { published } = message
  const arrays = [published.numbers, published.orders]
  if (message.kind === 'group') arrays.push(message.answers.numbers)
  return arrays.map(({ buffer }) => buffer as ArrayBuffer)
}

/** An error as data: class names do not survive the transfer. */
export interface ErrorText {
  readonly name: string
  readonly message: string
}

export type FromHost =
  | { readonly kind: 'progress'; readonly seq: number; readonly total: number }
  | { readonly kind: 'replayed'; readonly published: PublishedBatch }
  | { readonly kind: 'ready'; readonly seq: number; readonly timeMs: number }
  /** One committed group: its events first, then its answers. */
  | {
      readonly kind: 'group'
      readonly timeMs: number
      readonly published: PublishedBatch
      readonly answers: AnswerRows
      readonly refusals: readonly RefusalItem[]
      readonly figures: GroupFigures
    }
  | { readonly kind: 'reply'; readonly ticket: number; readonly value: unknown }
  | { readonly kind: 'queryFailed'; readonly ticket: number; readonly reason: ErrorText }
  | { readonly kind: 'depth'; readonly depths: readonly DepthView[] }
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: ErrorText }
  | { readonly kind: 'stopped' }

export function errorText(error: unknown): ErrorText {
  if (error instanceof Error) return { name: error.name, message: error.message }
  return { name: 'Error', message: String(error) }
}
