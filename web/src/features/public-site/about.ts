import type { Section } from './ReadingPage.tsx'

export const aboutLead =
  'We bring magnetic resonance imaging to the person, instead of bringing the person to the magnet.'

export const about: readonly Section[] = [
  {
    heading: 'Why portable MRI',
    body: [
      'A conventional MRI scanner fills a shielded room and stays there for its whole life. People who are too ill to be moved, who live far away or who cannot lie in a narrow tube often go without the picture that their physician needs.',
      'A portable scanner works with a far weaker magnet. It rolls through a door, stands beside a bed and runs from an ordinary power supply. The picture is made where the care happens: point-of-care imaging.',
    ],
  },
  {
    heading: 'What you meet as a patient or volunteer',
    body: [
      'You register once, answer the medical questions, and choose a time. On the day a technologist explains every step and stays with you. Afterwards your scans and documents appear in your account, and you decide which of them you ask for and share.',
      'Volunteers of a study find the same account useful for travel costs: photograph a receipt, send it, and see what was paid.',
    ],
  },
  {
    heading: 'What care teams meet',
    body: [
      'Physicians, technologists and nurses work on one list of patients. Scans, files, authorizations and messages of a person stand together, and a notification says when something new has arrived.',
    ],
  },
  {
    heading: 'Care for your data',
    body: [
      'Brain scans are as personal as data can be. Files are encrypted one by one, every reading is recorded, and projects are kept apart down to the database. The privacy policy explains it in plain words.',
    ],
  },
]

export const companyLead =
  'An internal page for the people who work with the portal: what the company builds and what it stands for.'

export const company: readonly Section[] = [
  {
    heading: 'Portable MRI',
    body: [
      'We build and run MRI for the brain that moves. The scanner comes to the ward, the practice or the study site, works at low field and needs no shielded suite. That opens imaging to people who could not reach it before.',
    ],
  },
  {
    heading: 'A robotic and AI platform',
    body: [
      'Around the magnet stands a robotic and AI platform. Robotics help to bring scanner and patient into the right position and to repeat a scan the same way. Artificial intelligence helps to get a clear picture out of a weak signal. Reading the picture stays the work of physicians.',
    ],
  },
  {
    heading: 'Over 30 patents',
    body: [
      'The work is protected by over 30 patents. They come out of the same research that our volunteers and partners make possible.',
    ],
  },
  {
    heading: 'Point-of-care imaging',
    body: [
      'The aim is a picture at the place and the time of the decision. Hospitals, imaging centers, research facilities and clinics use the same portal, each in a project of its own.',
    ],
  },
  {
    heading: 'How we work with this portal',
    body: [
      [
        'Open only the records that you need for your work. Every reading is recorded.',
        'Share scans through the portal and not by private mail.',
        'Tell an admin at once when an account or a device is lost.',
        'Say what is missing: Feedback in the menu reaches the people who build the portal.',
      ],
    ],
  },
]
