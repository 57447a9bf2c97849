/** What makes two addresses the same: NFKC and case-folded. */
export const emailKey = (email: string) => email.trim().normalize('NFKC').toLowerCase()
