/**
 * Holidays and early closes of the New York Stock Exchange, as published by NYSE Group for 2026-2028. Data
 * with an end: past `validUntil` no holiday is known, and the calendar says so 60 days before.
 */
export interface HolidayTable {
  /** Days without regular trading. */
  readonly closures: readonly string[]
  /** Days whose regular session ends at 13:00 and whose extended session ends at 17:00 New York time. */
  readonly earlyCloses: readonly string[]
  /** The last day the table speaks for. */
  readonly validUntil: string
}

// prettier-ignore
export const NYSE_HOLIDAYS: HolidayTable = {
  closures: [
    '2026-01-01', '2026-01-19', '2026-02-16', '2026-04-03', '2026-05-25', '2026-06-19', '2026-07-03',
    '2026-09-07', '2026-11-26', '2026-12-25',
    '2027-01-01', '2027-01-18', '2027-02-15', '2027-03-26', '2027-05-31', '2027-06-18', '2027-07-05',
    '2027-09-06', '2027-11-25', '2027-12-24',
    '2028-01-17', '2028-02-21', '2028-04-14', '2028-05-29', '2028-06-19', '2028-07-04', '2028-09-04',
    '2028-11-23', '2028-12-25',
  ],
  earlyCloses: ['2026-11-27', '2026-12-24', '2027-11-26', '2028-07-03', '2028-11-24'],
  validUntil: '2028-12-31',
}
