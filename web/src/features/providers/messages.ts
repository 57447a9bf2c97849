export const messages = {
  title: 'Admin area',
  dashboard: 'Dashboard',
  operators: 'Total number of operators',
  hint: 'Physicians, MRI technologists and nurses of this project',
  failed: 'The number of operators could not be loaded.',
} as const
