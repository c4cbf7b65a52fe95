export * from './ledgerRows.ts'
export * from './taxForms.ts'
export * from './tradingStatistics.ts'
