/** Time as the chart library counts it. */
import type { UTCTimestamp } from 'lightweight-charts'

export const chartSeconds = (timeMs: number): UTCTimestamp => Math.floor(timeMs / 1000) as UTCTimestamp
