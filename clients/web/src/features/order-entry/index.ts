export { OrderEntry, type OrderEntryProps } from './OrderEntry.tsx'
