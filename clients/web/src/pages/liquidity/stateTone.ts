/** How the state of the pool is coloured, wherever it is named. */
export const STATE_TONE = { NORMAL: 'ok', STRESSED: 'warn', INSOLVENT: 'err' } as const
