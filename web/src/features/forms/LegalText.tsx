import { Text, Title } from '@mantine/core'
import styles from './form.module.css'
import { type LegalSection, legalText } from './legal.ts'

export const LegalText = ({ sections = legalText }: { sections?: readonly LegalSection[] }) => (
  <div className={styles.legal}>
    {sections.map(({ title, text }) => (
      <div key={title}>
        <Title order={3} fz="md" mb={4}>
          {title}
        </Title>
        <Text>{text}</Text>
      </div>
    ))}
  </div>
)
