/** Where all that is shown is translated; only what stands under a key `staff` is not. */
export const translatedFiles = [
  'features/{public-site,contact,sign-in,registration,invites,accounts}/**/*.{ts,tsx}',
  'ui/display/!(access-words|ScreeningBadge|sizes).{ts,tsx}',
  'ui/{edit,file,identity,shell,state,dialog}/**/*.{ts,tsx}',
  'ui/form/!(ExportButton).{ts,tsx}',
  'app/Frame.tsx',
]

/** Files of the contract and the server whose sentences patients read. */
export const fromElsewhere = [
  'contract/src/{accounts,appointments,care-messages,contact,documents,fields,files,forms,registration}.ts',
  'contract/src/{reimbursements,screening,screening-questions,sign-in,surveys}.ts',
]
