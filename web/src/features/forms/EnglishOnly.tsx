import { Alert } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { language } from '../../platform/language/language.ts'
import { t } from '../../platform/language/t.ts'

/** What is signed has one wording, in English; in another language it would be another form. */
export const EnglishOnly = ({ isSigned = false }: { isSigned?: boolean }) =>
  language === 'en' ? null : (
    <Alert role="note" lang={language} color="blue" mb="md" icon={<IconLanguage aria-hidden />} className="no-print">
      {isSigned
        ? t('This form is a legal document and is in English. If you have a question about it, ask your care team.')
        : t(
            'This form is a legal document and is in English. Ask your care team to go through it with you before you sign.',
          )}
    </Alert>
  )
