export * from './PositionCard.tsx'
export * from './PositionsTable.tsx'
export * from './Side.tsx'
