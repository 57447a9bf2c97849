export const messages = {
  label: (unread: number) => (unread === 0 ? 'Notifications, none unread' : `Notifications, ${unread} unread`),
  title: 'Notifications',
  loading: 'Loading notifications',
  empty: 'No notifications yet',
  failed: 'Notifications could not be loaded.',
  retry: 'Retry',
  unread: 'Unread',
  what: { file: 'A file was uploaded', scan: 'A scan was uploaded', request: 'Access to a scan was requested' },
} as const
