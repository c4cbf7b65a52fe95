export * from './MarketSize.tsx'
export * from './TradingCard.tsx'
export * from './tradingColumns.tsx'
