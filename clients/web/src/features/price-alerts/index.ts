export { AlertNotices } from './AlertNotices.tsx'
export { AlertsHost, openAlerts } from './AlertsHost.tsx'
