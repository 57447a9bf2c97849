/** What only staff read. */
export const staffMessages = {
  patient: {
    add: 'Add Patient',
    lead: 'The patient gets an email with a personal link, and appears in the list as Pending Invite.',
    instead: 'Invite instead',
    insteadLead:
      'The person gets an email with a personal link, and appears in the patient list as Pending Invite. The registration is deleted.',
    fields: {
      firstName: 'First Name',
      lastName: 'Last Name',
      email: 'Email Address',
      mrnNumber: 'MRN Number',
      providerId: 'Physician',
    },
    optional: 'Optional',
    similar: {
      title: (alike: boolean) =>
        alike ? 'Patients with a similar name are already here' : 'A patient with this name is already here',
      more: (count: number) => `and ${count} more`,
      hint: 'If this is the same person, open the record (in a new tab) instead of inviting them again.',
    },
    send: 'Send invitation',
    back: 'Back to Patient List',
    sent: 'Sent invitation email to patient successfully!',
    physicianKept: (name: string) =>
      `This patient was invited before, and the physician is still ${name}. To change that, open the record.`,
    status: (status: number) => `Failed to add patient. Status: ${status}`,
    physiciansStatus: (status: number) => `Failed to fetch physicians. Status: ${status}`,
    physiciansError: 'An error occurred while fetching the physicians. Please try again.',
  },
  provider: {
    add: 'Add Provider',
    lead: 'The provider gets an email with a personal link, and appears in the list as Invited.',
    fields: { firstName: 'First Name', lastName: 'Last Name', email: 'Email Address', role: 'Role' },
    send: 'Send invitation',
    cancel: 'Cancel',
    status: (status: number) => `Failed to invite provider. Status: ${status}`,
  },
} as const
