/** The first whole interval of the epoch after a moment: funding is paid at whole parts of UTC hours. */
export const nextFundingMs = (nowMs: number, intervalMs: number | undefined): number | undefined =>
  intervalMs === undefined ? undefined : (Math.floor(nowMs / intervalMs) + 1) * intervalMs
