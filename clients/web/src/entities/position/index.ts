export * from './PositionsTable.tsx'
