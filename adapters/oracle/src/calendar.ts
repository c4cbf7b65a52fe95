/**
 * When a market trades, and in which session: the schedule of every class, precomputed to UTC milliseconds so
 * that its readers (oracle, countdown on a screen, price simulator) only search a sorted list.
 *
 * The one idea: everything hangs on trading days. A trading day of a class is a span of New York time that
 * begins on the evening before; what no trading day covers is CLOSED. Weekends need no rule of their own.
 */
import { assert, timeMs, type Session } from '@vest/protocol'
import { NO_HOURS, type HoursMarket, type SessionStart, type TradingHours } from '@vest/runtime'
import { NYSE_HOLIDAYS, type HolidayTable } from './holidays.ts'
import { createZone, dayNumber, readDay, weekdayOf, yearOf, type DayNumber, type Zone } from './zonedTime.ts'

/** The holiday table ends soon, or has ended: from then on holidays pass for trading days. */
export interface CalendarAlarm {
  readonly validUntil: string
  readonly daysLeft: number
}

export interface SessionCalendar extends TradingHours {
  sessionAt(market: HoursMarket, nowMs: number): Session
  alarm(nowMs: number): CalendarAlarm | undefined
}

const ALARM_DAYS = 60
const DAY_MS = 86_400_000

/** Every market REGULAR at every hour: for a devnet on which stocks trade at night. */
export const alwaysOpen: SessionCalendar = {
  ...NO_HOURS,
  sessionAt: () => 'REGULAR',
  alarm: () => undefined,
}

export function createCalendar(holidays: HolidayTable = NYSE_HOLIDAYS): SessionCalendar {
  const newYork = createZone('America/New_York')
  const validUntil = readDay(holidays.validUntil)
  const builder: ScheduleBuilder = {
    newYork,
    closures: new Set(holidays.closures.map(readDay)),
    earlyCloses: new Set(holidays.earlyCloses.map(readDay)),
  }
  const schedules = new Map<string, readonly SessionStart[]>()

  /** Starts of sessions from before `year` to after it. */
  function scheduleOf(schedule: Schedule, year: number): readonly SessionStart[] {
    const key = `${schedule.name}:${year}`
    const known = schedules.get(key)
    if (known) return known
    const starts = buildYear(schedule, builder, year)
    schedules.set(key, starts)
    return starts
  }

  return {
    sessionAt(market, nowMs) {
      const schedule = scheduleFor(market)
      if (schedule === undefined) return 'REGULAR'
      const starts = scheduleOf(schedule, new Date(nowMs).getUTCFullYear())
      return starts[indexAt(starts, nowMs)]!.session
    },
    nextChange(market, nowMs) {
      const schedule = scheduleFor(market)
      if (schedule === undefined) return undefined
      const starts = scheduleOf(schedule, new Date(nowMs).getUTCFullYear())
      return starts[indexAt(starts, nowMs) + 1]
    },
    sessionStarts(market, fromMs, untilMs) {
      const schedule = scheduleFor(market)
      if (schedule === undefined) return []
      assert(untilMs - fromMs <= MARGIN_DAYS * DAY_MS, `sessions of more than ${MARGIN_DAYS} days`)
      const starts = scheduleOf(schedule, new Date(fromMs).getUTCFullYear())
      return starts.slice(indexAt(starts, fromMs), indexAt(starts, untilMs) + 1)
    },
    alarm(nowMs) {
      const daysLeft = validUntil - newYork.dayAt(nowMs)
      return daysLeft > ALARM_DAYS ? undefined : { validUntil: holidays.validUntil, daysLeft }
    },
  }
}

// ---------------------------------------------------------------- schedules

interface Span {
  readonly startMs: number
  readonly endMs: number
  readonly session: Session
}

interface ScheduleBuilder {
  readonly newYork: Zone
  readonly closures: ReadonlySet<DayNumber>
  readonly earlyCloses: ReadonlySet<DayNumber>
}

interface Schedule {
  readonly name: string
  /** The sessions of one trading day, in order; none if the day is not one. */
  readonly spansOf: (builder: ScheduleBuilder, day: DayNumber) => readonly Span[]
}

const at = (hours: number, minutes = 0): number => hours * 60 + minutes

/** Home cash sessions of the indices that are not American. Their own holidays are not in the table. */
interface HomeExchange {
  readonly zone: Zone
  readonly windows: readonly (readonly [openMinute: number, closeMinute: number])[]
}
const HOME_EXCHANGES: Readonly<Record<string, () => HomeExchange>> = {
  'NKY-USD-PERP': () => ({
    zone: createZone('Asia/Tokyo'),
    windows: [
      [at(9), at(11, 30)],
      [at(12, 30), at(15, 30)],
    ],
  }),
  'HSI-USD-PERP': () => ({
    zone: createZone('Asia/Hong_Kong'),
    windows: [
      [at(9, 30), at(12)],
      [at(13), at(16)],
    ],
  }),
  'DAX-USD-PERP': () => ({ zone: createZone('Europe/Berlin'), windows: [[at(9), at(17, 30)]] }),
  'FTSE-USD-PERP': () => ({ zone: createZone('Europe/London'), windows: [[at(8), at(16, 30)]] }),
}

const FOREX: Schedule = { name: 'forex', spansOf: forexDay }
const US_STOCK: Schedule = { name: 'stock', spansOf: stockDay }
const US_INDEX: Schedule = { name: 'index', spansOf: usIndexDay }
const homeSchedules = new Map<string, Schedule>()

/** Absent for crypto, which never closes. */
function scheduleFor(market: HoursMarket): Schedule | undefined {
  if (market.asset === 'crypto') return undefined
  if (market.asset === 'forex') return FOREX
  if (market.category !== 'index') return US_STOCK
  const home = HOME_EXCHANGES[market.symbol]
  if (home === undefined) return US_INDEX
  const known = homeSchedules.get(market.symbol)
  if (known) return known
  const exchange = home()
  const schedule: Schedule = {
    name: market.symbol,
    spansOf: (builder, day) => foreignIndexDay(builder, day, exchange),
  }
  homeSchedules.set(market.symbol, schedule)
  return schedule
}

const isWeekday = (day: DayNumber): boolean => weekdayOf(day) >= 1 && weekdayOf(day) <= 5

/** 17:00 to 17:00; no day ends on 25 December or 1 January. */
function forexDay({ newYork }: ScheduleBuilder, day: DayNumber): readonly Span[] {
  const year = yearOf(day)
  if (!isWeekday(day) || day === dayNumber(year, 12, 25) || day === dayNumber(year, 1, 1)) return []
  return [{ startMs: newYork.utcMs(day - 1, at(17)), endMs: newYork.utcMs(day, at(17)), session: 'REGULAR' }]
}

/** OVERNIGHT from 20:00, EXTENDED from 04:00, REGULAR 09:30-16:00, EXTENDED to 20:00; 13:00 and 17:00 if early. */
function stockDay({ newYork, closures, earlyCloses }: ScheduleBuilder, day: DayNumber): readonly Span[] {
  if (!isWeekday(day) || closures.has(day)) return []
  const isEarly = earlyCloses.has(day)
  const open = newYork.utcMs(day, at(9, 30))
  const close = newYork.utcMs(day, isEarly ? at(13) : at(16))
  return [
    { startMs: newYork.utcMs(day - 1, at(20)), endMs: newYork.utcMs(day, at(4)), session: 'OVERNIGHT' },
    { startMs: newYork.utcMs(day, at(4)), endMs: open, session: 'EXTENDED' },
    { startMs: open, endMs: close, session: 'REGULAR' },
    { startMs: close, endMs: newYork.utcMs(day, isEarly ? at(17) : at(20)), session: 'EXTENDED' },
  ]
}

/**
 * The window in which index futures trade: 18:00 on the evening before to 17:00. On a holiday it follows the
 * half-day schedule: it ends at 13:00 and has no REGULAR part.
 */
function indexWindow({ newYork, closures }: ScheduleBuilder, day: DayNumber): Span | undefined {
  if (!isWeekday(day)) return undefined
  const endMs = newYork.utcMs(day, closures.has(day) ? at(13) : at(17))
  return { startMs: newYork.utcMs(day - 1, at(18)), endMs, session: 'EXTENDED' }
}

function usIndexDay(builder: ScheduleBuilder, day: DayNumber): readonly Span[] {
  const window = indexWindow(builder, day)
  if (window === undefined || builder.closures.has(day)) return window ? [window] : []
  const open = builder.newYork.utcMs(day, at(9, 30))
  const close = builder.newYork.utcMs(day, builder.earlyCloses.has(day) ? at(13) : at(16))
  return withRegular(window, [[open, close]])
}

function foreignIndexDay(builder: ScheduleBuilder, day: DayNumber, home: HomeExchange): readonly Span[] {
  const window = indexWindow(builder, day)
  if (window === undefined) return []
  return withRegular(
    window,
    home.windows.map(([open, close]) => [home.zone.utcMs(day, open), home.zone.utcMs(day, close)] as const),
  )
}

/** The window, REGULAR inside the given spans and its own session elsewhere. */
function withRegular(window: Span, regular: readonly (readonly [number, number])[]): readonly Span[] {
  const spans: Span[] = []
  let cursorMs = window.startMs
  for (const [openMs, closeMs] of regular) {
    const startMs = Math.max(openMs, window.startMs)
    const endMs = Math.min(closeMs, window.endMs)
    if (startMs >= endMs) continue
    if (cursorMs < startMs) spans.push({ ...window, startMs: cursorMs, endMs: startMs })
    spans.push({ startMs, endMs, session: 'REGULAR' })
    cursorMs = endMs
  }
  if (cursorMs < window.endMs) spans.push({ ...window, startMs: cursorMs })
  return spans
}

// ---------------------------------------------------------------- from spans to starts

/** Two weeks around the year, so that its first and last sessions are whole, and those that follow are known. */
const MARGIN_DAYS = 14

function buildYear(schedule: Schedule, builder: ScheduleBuilder, year: number): readonly SessionStart[] {
  const first = dayNumber(year, 1, 1) - MARGIN_DAYS
  const last = dayNumber(year + 1, 1, 1) + MARGIN_DAYS
  const starts: SessionStart[] = [{ timeMs: timeMs(first * DAY_MS), session: 'CLOSED' }]
  let coveredMs = first * DAY_MS
  const begin = (startMs: number, session: Session): void => {
    if (starts.at(-1)!.session !== session) starts.push({ timeMs: timeMs(startMs), session })
  }
  for (let day = first; day <= last; day += 1) {
    for (const span of schedule.spansOf(builder, day)) {
      if (span.endMs <= coveredMs) continue
      if (span.startMs > coveredMs) begin(coveredMs, 'CLOSED')
      begin(Math.max(span.startMs, coveredMs), span.session)
      coveredMs = span.endMs
    }
  }
  begin(coveredMs, 'CLOSED')
  return starts
}

/** The last start at or before `nowMs`. */
function indexAt(starts: readonly SessionStart[], nowMs: number): number {
  assert(starts[0]!.timeMs <= nowMs, `no schedule for ${nowMs}`)
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]!.timeMs <= nowMs) low = middle
    else high = middle
  }
  return low
}
