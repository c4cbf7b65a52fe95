export * from './alertsKey.ts'
export * from './priceAlert.ts'
export * from './priceAlerts.ts'
