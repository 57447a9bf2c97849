export const testPasswords = { appPassword: 'app', systemPassword: 'system' }
