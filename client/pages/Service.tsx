/** Page of one service from top to bottom. */
import { useState } from 'react';
import { useWaitingApprovals } from '../app/pendingCounts.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { lazyComponent, optionalLazyComponent } from '../design/lazyComponent.tsx';
import { layout } from '../design/theme.ts';
import { useMediaQuery } from '../design/useMediaQuery.ts';
import { CompareToggle } from '../features/compare/CompareToggle.tsx';
import type { ComplaintType } from '../features/complaints/generated.ts';
import { ServiceUseCases } from '../features/experts/ServiceUseCases.tsx';
import { InLoadouts } from '../features/itemOverview/InLoadouts.tsx';
import { AdminSection } from '../features/itemOverview/AdminSection.tsx';
import { ServiceFacts } from '../features/itemOverview/ServiceFacts.tsx';
import { ServiceRoot } from '../features/itemOverview/service.styles.ts';
import { UsedBy } from '../features/itemOverview/UsedBy.tsx';
import type { ServicePageQuery } from '../items/generated.ts';
import { loadTexts } from '../i18n/loadTexts.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { getTitle } from '../items/itemText.ts';
import { Alternatives } from './Alternatives.tsx';
import { useItemDialogs } from './itemDialogs.tsx';
import { ApprovedElsewhere, ServiceHead, Tags } from './ServiceHead.tsx';
import { ServiceIncidents, StartIncident } from './ServiceIncidents.tsx';
import { DecideStage, ServiceStage } from './ServiceStage.tsx';
import { ServiceActions, UsagePolicy } from './UsagePolicy.tsx';

const NewUseCase = lazyComponent(() =>
  import('../features/useCases/NewUseCase.tsx').then((part) => part.NewUseCase),
);

/** Read by those alone who decide on access, so its texts come with it. */
const ItemSeats = optionalLazyComponent(async () => {
  const [part] = await Promise.all([
    import('../features/subscriptions/ItemSeats.tsx'),
    loadTexts('subscriptions'),
  ]);
  return part.ItemSeats;
});

type Item = ServicePageQuery['knowledgeItem'];

export interface ServiceProps {
  item: Item;
  /** A loading screen was shown before, whose heading may have had the focus. */
  hasWaited: boolean;
}

export function Service({ item, hasWaited }: ServiceProps) {
  const { language } = useLanguage();
  const user = useSignedInUser();
  const isPhone = useMediaQuery(`(max-width: calc(${layout.breakpoints.md} - 1px))`);
  const decides = useWaitingApprovals() !== null;
  const { slots, dialog } = useItemDialogs(user.isAdmin);
  // Counts the presses on “write a use case”.
  const [asked, setAsked] = useState(0);
  const title = getTitle(item, language).text;
  const on = (slot: ((one: Item) => void) | undefined) => slot && (() => slot(item));
  const report = (complaintType: ComplaintType) => () => slots.onReport?.(item, complaintType);
  const write = () => setAsked((times) => times + 1);
  const actions = {
    item,
    title,
    onRequestAccess:
      slots.onRequestAccess && ((question?: string) => slots.onRequestAccess?.(item, question)),
    onWrite: write,
  };
  return (
    <ServiceRoot data-columns="">
      <div data-part="main">
        <ServiceHead item={item} hasWaited={hasWaited}>
          {isPhone ? (
            <div data-part="foot">
              <ServiceActions {...actions} />
            </div>
          ) : null}
        </ServiceHead>
        {isPhone ? null : <Tags tags={item.tags} />}
        <ServiceIncidents item={item} />
        <UsagePolicy
          {...actions}
          company={user.company?.name ?? null}
          isPhone={isPhone}
          onAddToLoadout={on(slots.onAddToLoadout)}
          onReport={on(slots.onReport)}
          onWriteToAdmins={slots.onReport && report('other')}
          compare={<CompareToggle item={item} />}
        />
        <ApprovedElsewhere item={item} />
        {isPhone ? <Tags tags={item.tags} /> : null}
        <ServiceStage item={item} />
      </div>
      <div data-part="side">
        <UsedBy item={item} />
        {decides ? (
          <ItemSeats itemId={item.id} title={title} ownCompany={user.company?.key ?? null} />
        ) : null}
        <InLoadouts loadouts={item.loadouts} />
        {user.isAdmin ? (
          <AdminSection
            duplicates={item.possibleDuplicates}
            onEdit={on(slots.onEdit)}
            onHistory={on(slots.onHistory)}
            onRules={on(slots.onRules)}
            onVisibility={on(slots.onOpenAdmin)}
          />
        ) : null}
        {item.mayStartIncident || item.mayDecideStage ? (
          <div data-part="acts">
            <StartIncident item={item} />
            <DecideStage item={item} />
          </div>
        ) : null}
      </div>
      <div data-part="rest">
        <ServiceUseCases
          itemId={item.id}
          title={title}
          useCases={item.recommendedUseCases}
          count={item.useCasesCount}
          onAll={on(slots.onOpenExperts)}
          onEdit={slots.onOpenUseCases && ((useCaseId) => slots.onOpenUseCases?.(item, useCaseId))}
          onWrite={write}
          editor={asked > 0 ? <NewUseCase itemId={item.id} focusCount={asked} /> : null}
        />
        <Alternatives itemId={item.id} alternatives={item.alternatives} />
        <ServiceFacts item={item} onReportLink={slots.onReport && report('broken_link')} />
      </div>
      {dialog}
    </ServiceRoot>
  );
}
