/** Selects for the company and the plan of a rule. */
import { useTranslation } from 'react-i18next';
import { Bar } from '../../design/Bar.ts';
import { Field } from '../../design/Field.tsx';
import { Select } from '../../design/Select.tsx';
import { planTiers } from '../../enums/generated.ts';
import { useCompaniesWithDataRulesQuery } from '../../generated.ts';
import { type PlanTier } from './generated.ts';

export interface RuleScope {
  company: string;
  tier: PlanTier;
}

export interface RuleScopeBarProps {
  scope: RuleScope;
  onScopeChange: (place: RuleScope) => void;
  disabled?: boolean;
}

export function RuleScopeBar({ scope, onScopeChange, disabled }: RuleScopeBarProps) {
  const { t } = useTranslation('rules');
  const { data } = useCompaniesWithDataRulesQuery();
  const companies = (data?.companiesWithDataRules ?? []).map(({ company }) => ({
    value: company.key,
    label: company.name,
  }));
  return (
    <Bar>
      {companies.length > 1 ? (
        <Field label={t('company')}>
          {(control) => (
            <Select
              {...control}
              disabled={disabled}
              value={scope.company}
              options={companies}
              onChange={(company) => onScopeChange({ ...scope, company })}
            />
          )}
        </Field>
      ) : null}
      <Field label={t('tier')}>
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={scope.tier}
            options={planTiers.map((value) => ({ value, label: t(`tiers.${value}`) }))}
            onChange={(tier) => onScopeChange({ ...scope, tier })}
          />
        )}
      </Field>
    </Bar>
  );
}
