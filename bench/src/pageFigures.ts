/**
 * Figures of a page by the browser's own measures: what its observers tell, React's commits between two frames, and
 * the tasks of its main thread in a trace.
 */
import type { Browser, Page } from '@playwright/test'

export interface PageFigures {
  readonly lcpMs: number
  readonly cls: number
  /** Commits in each frame that had one, since the last reading. */
  readonly commits: readonly number[]
  readonly frames: number
  /** Longest wait of each interaction, from the input to the next paint, since the last reading. */
  readonly interactionsMs: readonly number[]
}

interface Measuring {
  lcpMs: number
  cls: number
  commits: number[]
  frames: number
  interactions: Map<number, number>
}

declare global {
  var vestMeasuring: Measuring
}

/** Call before the page is opened; answers a reader that begins anew each time. */
export async function measurePage(page: Page): Promise<() => Promise<PageFigures>> {
  await page.addInitScript(() => {
    const told: Measuring = { lcpMs: 0, cls: 0, commits: [], frames: 0, interactions: new Map() }
    globalThis.vestMeasuring = told
    const observe = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        type,
        buffered: true,
        ...more,
      })
    observe('largest-contentful-paint', ({ startTime }) => (told.lcpMs = startTime))
    observe('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) told.cls += value
    })
    const ofInteraction = (entry: PerformanceEntry): void => {
      const { interactionId } = entry as PerformanceEntry & { interactionId: number }
      if (interactionId > 0)
        told.interactions.set(
          interactionId,
          Math.max(told.interactions.get(interactionId) ?? 0, entry.duration),
        )
    }
    observe('event', ofInteraction, { durationThreshold: 16 })
    // React tells what is registered here of every commit, in the production build too.
    let inFrame = 0
    const hook = {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberRoot: () => void (inFrame += 1),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    }
    Object.defineProperty(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', { value: hook })
    const onFrame = (): void => {
      told.frames += 1
      if (inFrame > 0) told.commits.push(inFrame)
      inFrame = 0
      requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
  })
  return () =>
    page.evaluate(() => {
      const { lcpMs, cls, commits, frames, interactions } = globalThis.vestMeasuring
      Object.assign(globalThis.vestMeasuring, { commits: [], frames: 0 })
      const interactionsMs = [...interactions.values()]
      interactions.clear()
      return { lcpMs, cls, commits, frames, interactionsMs }
    })
}

/** A task of the main thread: how long it stood in the way, and how much of that it worked itself. */
export interface Task {
  readonly wallMs: number
  readonly cpuMs: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: {
    readonly name?: string
    readonly data?: { readonly frames?: { readonly url: string; readonly processId: number }[] }
  }
}

/** The longest task of the page's main thread while `act` lasts. */
export async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<Task> {
  await browser.startTracing(page, {
    categories: ['__metadata', 'toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const origin = new URL(page.url()).origin
  const pids = new Set(
    traceEvents
      .flatMap(({ args }) => args.data?.frames ?? [])
      .filter(({ url }) => url.startsWith(origin))
      .map(({ processId }) => processId),
  )
  const main = traceEvents.find(
    ({ name, args, pid }) => name === 'thread_name' && args.name === 'CrRendererMain' && pids.has(pid),
  )
  const tasks = traceEvents.filter(
    ({ name, pid, tid, dur }) =>
      pid === main?.pid && tid === main.tid && name === 'RunTask' && dur !== undefined,
  )
  if (tasks.length === 0) throw new Error('the trace holds no task of the page')
  const longest = tasks.reduce((a, b) => (b.dur! > a.dur! ? b : a))
  return { wallMs: longest.dur! / 1_000, cpuMs: (longest.tdur ?? Number.NaN) / 1_000 }
}
