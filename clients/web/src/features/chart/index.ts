export { ChartPanel } from './ChartPanel.tsx'
