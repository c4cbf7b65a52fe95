/**
 * The caller's side of the engine: promises and listeners over messages. It is the same for a host in a worker thread
 * and in this one. A submission ends in one of three ways: an answer (durable and applied), a refusal (never
 * sequenced), or the end of the engine (the outcome is unknown; query the nonce after the restart).
 */
import { type Id, timeMs } from '@vest/protocol'
import {
  type Command,
  createBatchReader,
  type DepthView,
  type EventEnvelope,
  type Queries,
  type QueryName,
} from '@vest/engine'
import { INBOX_SYSTEM_COMMANDS_MAX, INBOX_USER_COMMANDS_MAX } from '../bounds.ts'
import {
  EngineStoppedError,
  InboxFullError,
  type CaughtUp,
  type EngineClient,
  type Submitted,
  type GroupFigures,
} from '../ports/engineClient.ts'
import { isUserCommand } from '../sequencer/lanes.ts'
import { idIn, readAnswers } from './answerRows.ts'
import { deferred } from './deferred.ts'
import { errorFromText } from './errorFromText.ts'
import type { FromHost, SubmittedItem, ToHost } from './messages.ts'

export interface EngineLink {
  post(message: ToHost): void
  /** Resolves when the host has ended, for any reason. */
  readonly ended: Promise<void>
}

export interface EngineClientOptions {
  readonly onProgress?: ((progress: { readonly seq: number; readonly total: number }) => void) | undefined
  /**
   * Receives the replayed envelopes, batch after batch; the replay waits for it. Without it they are kept for the
   * first listener of `onEvents`, which suits a short tail only.
   */
  readonly onReplayed?: ((envelopes: readonly EventEnvelope[]) => void | Promise<void>) | undefined
  readonly onNotice?: ((text: string) => void) | undefined
}

export interface EngineClientSide {
  readonly client: EngineClient
  /** Resolves when the engine serves; rejects with the reason why it cannot. */
  readonly ready: Promise<EngineClient>
  receive(message: FromHost): void
  /** The host has ended without a message. */
  fail(reason: Error): void
}

interface PendingSubmission {
  readonly isUser: boolean
  /** The command's id, if it had one. */
  readonly id: Id | undefined
  readonly resolve: (submitted: Submitted) => void
  readonly reject: (reason: Error) => void
}
interface PendingQuestion {
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: Error) => void
}

export function createEngineClient(link: EngineLink, options: EngineClientOptions): EngineClientSide {
  const submissions = new Map<number, PendingSubmission>()
  const questions = new Map<number, PendingQuestion>()
  const eventListeners = new Set<(envelopes: readonly EventEnvelope[]) => void>()
  const groupListeners = new Set<(figures: GroupFigures) => void>()
  const depthListeners = new Set<(depths: readonly DepthView[]) => void>()
  const failureListeners = new Set<(reason: Error) => void>()
  const inFlight = { user: 0, system: 0 }
  const readBatch = createBatchReader()
  let outgoing: SubmittedItem[] = []
  let ticket = 0
  /** Envelopes from before the first listener. */
  let backlog: EventEnvelope[] | undefined = []
  let replayTurn: Promise<void> = Promise.resolve()
  let stopped: EngineStoppedError | undefined
  let failure: Error | undefined
  let stopping: Promise<void> | undefined
  let isReady = false
  const ready = deferred<EngineClient>()
  // A caller that does not wait for the start still learns of its failure through `onFailure`.
  ready.promise.catch(() => undefined)

  const deliver = (envelopes: readonly EventEnvelope[]): void => {
    if (envelopes.length === 0) return
    if (backlog) for (const envelope of envelopes) backlog.push(envelope)
    else for (const listener of eventListeners) listener(envelopes)
  }

  const close = (reason: EngineStoppedError): void => {
    stopped ??= reason
    for (const { reject } of submissions.values()) reject(stopped)
    for (const { reject } of questions.values()) reject(stopped)
    submissions.clear()
    questions.clear()
    outgoing = []
  }

  const fail = (reason: Error): void => {
    if (failure || (stopped && !stopping)) return
    failure = reason
    close(new EngineStoppedError(`The engine has stopped: ${reason.message}`, { cause: reason }))
    ready.reject(reason)
    if (isReady) for (const listener of failureListeners) listener(reason)
  }

  const settle = (message: Extract<FromHost, { kind: 'group' }>): void => {
    deliver(readBatch(message.published))
    if (message.figures.commands > 0) for (const listener of groupListeners) listener(message.figures)
    const time = timeMs(message.timeMs)
    readAnswers(
      message.answers,
      (number) => submissions.get(number)?.id,
      (number, seq, answer) => takeSubmission(number)?.resolve({ seq, timeMs: time, answer }),
    )
    for (const { ticket: number, reason } of message.refusals)
      takeSubmission(number)?.reject(errorFromText(reason))
  }

  const takeSubmission = (number: number): PendingSubmission | undefined => {
    const pending = submissions.get(number)
    if (pending === undefined) return undefined
    submissions.delete(number)
    inFlight[pending.isUser ? 'user' : 'system'] -= 1
    return pending
  }

  const takeQuestion = (number: number): PendingQuestion | undefined => {
    const pending = questions.get(number)
    questions.delete(number)
    return pending
  }

  const takeReplayed = (envelopes: readonly EventEnvelope[]): void => {
    replayTurn = replayTurn
      .then(() => (options.onReplayed ? options.onReplayed(envelopes) : deliver(envelopes)))
      .then(
        () => link.post({ kind: 'replayTaken' }),
        (error: unknown) => {
          fail(error instanceof Error ? error : new Error(String(error)))
          link.post({ kind: 'stop' })
        },
      )
  }

  const receive = (message: FromHost): void => {
    switch (message.kind) {
      case 'group':
        return settle(message)
      case 'reply':
        return takeQuestion(message.ticket)?.resolve(message.value)
      case 'queryFailed':
        return takeQuestion(message.ticket)?.reject(errorFromText(message.reason))
      case 'depth':
        for (const listener of depthListeners) listener(message.depths)
        return
      case 'progress':
        return options.onProgress?.({ seq: message.seq, total: message.total })
      case 'replayed':
        return takeReplayed(readBatch(message.published))
      case 'notice':
        return options.onNotice?.(message.text)
      case 'ready':
        isReady = true
        return ready.resolve(client)
      case 'failed':
        return fail(errorFromText(message.reason))
      case 'stopped':
        return close(new EngineStoppedError('The engine has stopped.'))
    }
  }

  /** Sends one message for all submissions of one turn of the event loop. */
  const flush = (): void => {
    if (outgoing.length === 0) return
    const items = outgoing
    outgoing = []
    link.post({ kind: 'submit', items })
  }

  const submit = (command: Command): Promise<Submitted> => {
    if (stopped || stopping)
      return Promise.reject(stopped ?? new EngineStoppedError('The engine is stopping.'))
    const isUser = isUserCommand(command)
    const lane = isUser ? 'user' : 'system'
    if (inFlight[lane] >= (isUser ? INBOX_USER_COMMANDS_MAX : INBOX_SYSTEM_COMMANDS_MAX))
      return Promise.reject(new InboxFullError('Too many commands wait; this one was not sequenced.'))
    inFlight[lane] += 1
    ticket += 1
    const number = ticket
    return new Promise((resolve, reject) => {
      submissions.set(number, { isUser, id: idIn(command), resolve, reject })
      outgoing.push({ ticket: number, command })
      if (outgoing.length === 1) setImmediate(flush)
    })
  }

  const ask = (question: (number: number) => ToHost): Promise<unknown> => {
    if (stopped || stopping)
      return Promise.reject(stopped ?? new EngineStoppedError('The engine is stopping.'))
    ticket += 1
    const number = ticket
    return new Promise((resolve, reject) => {
      questions.set(number, { resolve, reject })
      flush() // a query is executed after the commands submitted before it
      link.post(question(number))
    })
  }

  const stop = async (): Promise<void> => {
    flush()
    link.post({ kind: 'stop' })
    await link.ended
    close(new EngineStoppedError('The engine has stopped.'))
  }

  const listen = <L>(listeners: Set<L>, listener: L): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  const client: EngineClient = {
    submit,
    query: <Q extends QueryName>(name: Q, input: Queries[Q]['in']) =>
      ask((number) => ({ kind: 'query', ticket: number, name, input })) as Promise<Queries[Q]['out']>,
    caughtUp: () => ask((number) => ({ kind: 'caughtUp', ticket: number })) as Promise<CaughtUp>,
    stateHash: () =>
      ask((number) => ({ kind: 'stateHash', ticket: number })) as ReturnType<EngineClient['stateHash']>,
    onEvents(listener) {
      const unsubscribe = listen(eventListeners, listener)
      const kept = backlog
      backlog = undefined
      if (kept && kept.length > 0) listener(kept)
      return unsubscribe
    },
    onGroup: (listener) => listen(groupListeners, listener),
    onDepth: (listener) => listen(depthListeners, listener),
    watchDepth: (symbols) => link.post({ kind: 'watchDepth', symbols }),
    noteReader: (seq) => link.post({ kind: 'reader', seq }),
    onFailure(listener) {
      if (failure) listener(failure)
      return listen(failureListeners, listener)
    },
    stop: () => (stopping ??= stop()),
  }
  return { client, ready: ready.promise, receive, fail }
}
