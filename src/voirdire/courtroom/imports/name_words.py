"""Words about names, for finding them in a case and for masking them.

All are in small letters but the parts that new names are made of.
"""

# Before a name.
HONORIFICS = frozenset(
    """alderman baron capt captain col colonel congressman constable constables corporal
    dame detective dr inspector judge justice lady lieut lieutenant lord madam madame
    major messrs miss mister mme monsieur mr mrs ms officer officers policeman prof
    professor rev reverend senator sergeant serjeant sir superintendent warder""".split()
)
# A list of names may follow these: "Messrs. Bull and Wilson".
PLURAL_HONORIFICS = frozenset("messrs officers constables misses justices".split())

# Never a name, whatever stands around it.
NOT_NAMES = frozenset(
    """a about above according act action acts ad administration administrative admiralty
    advocate advocates afraid after again against agency al alia all also although always
    am amendment amendments america american americans an anchor and angel another anr
    answer any appeal appeals applicant applicants application april are argument
    arguments arms army article articles arts as ask assembly assistant association at
    attorney august authorities authority avenue aye bail bankruptcy bar baronet bart be
    because before below bench besides bis board branch bridge britain british building
    buildings bulletin bureau but by cabinet can case cases castle catholic center central
    centre ch chamber chambers chancellor chancery chapter charged charter chief child
    children christian christmas circuit cit city civil clause clerk co code college
    commercial commission commissioner commissioners committee common commonwealth
    communist company competition conducted congress congressional conservative
    constitution constitutional convention corp corporation could council counsel count
    counties counts county court courts crescent criminal crown custody customs day days
    december decision decree defence defendant defendants defended defending defense
    democrat democrats department deputy detective-sergeant did directive director
    directors district division do dock docket doctor does domestic don due during duty
    each east easter ecclesiastical economic eighth electoral eleventh employment
    enforcement english esq esquire estate et europe european even evidence ex examined
    examiner exchange execution executive exhibit facebook family february federal
    federation fifth first five for foreign former foundation four fourth framers friday
    from fund further garden gardens gate gazette general gentleman girl god good goodness
    google government governor grand greek-cypriot guardianship guidelines gypsy ha had
    has have he health heard heaven her here high highness him his hmm hoc holy home hon
    honor honorable honour hospital hotel how human i ibid id if ii iii immigration in inc
    income indeed indian indicted inn institute institution instrument instruments
    insurance inter interior international internet into investigation investigative irish
    is islam it its iv jail january jewish joint jr judgment judgments judicial july june
    junior jury just justice justices juvenile kingdom know kurdish labor labour ladies
    laws left let letter letters lion llc local london look lord lords lordship lordships
    lower ltd magistrate magistrates majesty man manslaughter many market master me
    medicaid medicare member members men merchant mews middle might military minister
    ministers ministry miss mm-hmm monday more moreover municipal muslim my nation
    national nations navy nay nazi never new next ninth no none nonsense nor north
    northern nos not nothing notice november now number october of off office officer
    official oh ok okay old on once one only op opinion or oral order ors orthodox other
    others otherwise ought our out over palace para paragraph paras parliament part
    parties party penal people perhaps person petitioner petitioners pier plaintiff
    plaintiffs plea please pm police port prefect prefecture present presidency president
    press prime princess principal prison prisoner private privy procedural procedure
    procurator procuratorate produced prosecuted prosecuting prosecution prosecutor
    protestant protocol province provincial public put quarter question quite railroad
    railway rather re recalled recorder reg region regional register registrar registry
    regulation regulations remand report reporter reports republic republican reserve
    respondent respondents revenue right rights river road roma romani room row rules said
    same saturday savings says scheme school sec second secretary secs section sections
    security sen senate senior september series service services sessions seventh several
    shall she sheriff should since sir six sixth so social socialist society solicitor
    some sometimes son sons soon sorry south southern soviet speaker special square st
    state states station statute statutes stop store subsection such sunday super supreme
    sure surely sworn system tavern tax ten tenant tenth ter terms terrace territory than
    thank that the their them then there thereafter therefore these they third this those
    though three through thursday thus title to today too took treasury treaty tribal
    tribe tribunal true trust tuesday tunnel twelve two uh um uncle under union united
    university unknown until up upon upper us ux various versus very view vir vol voting
    was we web wednesday welfare were western wharf what when where whereas whether which
    while who whole whom whose why wife with within without witness witnesses would yes
    yesterday yet you your yours youth""".split()
)

# Names that are words too: they are masked only beside another part of a name.
ALSO_WORDS = frozenset(
    """abbey abbot ali alice alma alternative amber apple april archer art ash august
    autumn baker ball bank banks barber baris barker barrow bass bates bay bean bear bell
    bells berry best bill bird bishop black bland blank bliss block bloom blow blue bolt
    bond bone bonny booth bound bow bowl box boy brand brass bright broad brook brooks
    brown buck bull burden burn burns bush butcher butler butt bye cage cannon card
    carpenter carry carter cash cave chance chandler chapel charity chase china chuck
    church clay clear close cloud coach coalition cobb cock coffin coin cole collar
    constable constant cook cooper copper corn cousins coward cox cross crow crystal
    culture cutler daisy dale dan dance dawn deal dean dear deniz derby diamond dick dolly
    donna dove down draper drew drink drummer duck dyer eagle earl earnest ease east
    energy ernest eve express fair faith farmer farrier farthing fear fellow fellows few
    field fields fine first fish fisher flagg fletcher flood flower flowers foot force
    ford forester fort fox frank free freeman friend frost fuller gage gale gardener gates
    gay gem ginger glass glen glenn globe glover gold good goodman gore grace grant grave
    graves gray great green grey grim groom ground grove guard guest guide gum gunn guy
    hale hall ham hammer hand hands harbor hard hardy hare harry hart hasty hawk hay
    hazard hazel head heart heath heather hedge herb hill hold holder holiday holland
    holly home hood hook hope house hunt hunter hunts ice ide independent iris iron ivory
    ivy jack jasmine jay jersey jewel joiner jolly josh joy june ken kettle key keys king
    kings kit kite knife knight lake lamb lambert lamps lance land lane large lark lash
    law lawless lazar lead leaf leather lee liberty life lily lines list long lord love
    low lyubov mace man manly march mark marks marsh marshall martin mason may mayor mead
    meadow meadows melody mercy merry miles mill miller mills minor mir mission misty mole
    money mont moon moor moore moss mount mouse myrtle nadezhda neat neck new news
    newspaper nick noble noon norm north nun nunn nur oak oates oil olive opal orange
    ozgur page palmer pansy parish park parker parsons pat patch patience pay peace peach
    peak peal pearl pen penny perch perry pierce pike pine pink pitt place planet plant
    plus poll pond pool poor pope porter post pot potter pound power powers price pride
    priest prince proctor prudence purse queen quick rain ralph ram randy ray read reader
    ready reed rice rich rider ring rivers rob robin rock rod roman rose rough royal ruby
    rue rule rush rust rusty sadler sailor sand sands sandy savage savas sawyer say
    schools seal second self sell sergeant sevgi shaft sharp shepherd ship short silver
    singer skill skin skip slack slater slava small smart smith snow solomon sorin south
    spark spencer spirit spring squire staff stamp star stark steel steer stella sterling
    stew stiff still stone stork storm street strong sue sugar summer summers sun sunset
    swallow swan swift tad tailor tanner taylor temple terry thorn thorne tile till times
    tinker toll tony tower towers town trace trade trader traders train turner twist umut
    usher vale van vapor vera vice victor victoria vine viper virgin vladimir voice wade
    waite walker wall waller ward warden warm warren waters way weaver webb weeks well
    wells wes west western wheat wheeler white whiting wild wilder will wing winter wise
    wolf wood woodman woods woodward wool work world worth wren wright yard young""".split()
)

# Given names; a capital word behind one is a last name.
GIVEN_NAMES = frozenset(
    """aaron abel abigail abraham ada adam adelaide adolf adolph adrian agnes aidan alan
    albert alberto alec alejandro aleksandr aleksandra aleksey alena alessandro alex
    alexander alexandra alexandre alexandru alexei alexey alfonso alfred alice alison
    allan allen allon allyson alma alois ambrose amelia amir amos amy ana anastasia
    anatoliy anders andre andrea andreas andrei andrej andrew andrey andrzej angela angelo
    anja ann anna anne annette annie anthony antoine anton antonia antonin antonio antonis
    anya archibald ariadna arnold arthur artur arturas asen astrid athanasios auguste
    augustus aurel austin avraam axel aydin ayse barbara barnabas barnett bartholomew
    basil beatrice benedict benjamin bernard bernd bernhard bernice bert bertha betsey
    betty bjorn bob bogdan boris branko brenda brent brett brian bridget bruce bruno burak
    byron caleb calvin camille carl carla carlo carlos carol carole caroline carolyn
    carsten carter catalin caterina catharine catherine cathy cecil cecilia celia cemal
    charles charlie charlotte chester chloe chris christina christine christoph
    christopher claire clara clarence claude claudia claudiu claus clement clifford
    clifton clive colin colleen connie conrad constance constantin constantine cornelia
    cornelius costas craig cristian cynthia cyril damian dan dana daniel daniela danielle
    danilo danuta darius darko darren dave david dawn deborah debra dejan denis denise
    dennis derek detlef diana diane diego dieter dimitar dimitrios dimitris dimitry dirk
    dmitri dmitriy dmitry dolores dominic dominik donald dora doris dorota dorothy douglas
    dragan drew duncan duygu dylan ebenezer eda edgar edith edmond edmund eduard edward
    edwin eero efstathios egon ekaterina elaine eleanor elena eleni eleonora elias elijah
    elisa elisabeth eliza elizabeth ellen elsa elsie emanuel emil emile emilia emily emin
    emine emma emmanuel enoch enrico enrique ephraim eric erica erich erik erika erin
    ernest ernestine ernst erwin esther ethan eugen eugene eugenia eva evan evangelos eve
    evelyn evgeniy ewa ezekiel fabio fadil fanny fatma felicia felix feodor ferdinand
    ferenc fernando filip finn fiona flora florence florian florin francesca francesco
    francis francisco francois frank franz fred frederic frederick frederik friedrich
    fritz gabor gabriel gabriela gail galina gareth gary gavin geoffrey george georges
    georgi georgia georgina georgios gerald geraldine gerard gerhard gertrude gheorghe
    gianni gilbert giles ginger giorgio giorgos giovanni giulia giuseppe gladys glenn
    gloria gordon gorka grace graham greg gregor gregory greta grigorios grigoriy grzegorz
    guido guillaume gunther gustav guy gyorgy hakan halil halina hamish hamza hanna hannah
    hannes hans harold harriet harry harvey hasan hassan heather heidi heinrich heinz
    helen helena helga helmut henri henrietta henrik henry herbert herman hermann hester
    hilda hiram horace horst howard hubert hugh hugo hulya humphrey huseyin hussein ian
    ibrahim ida ignacio igor ilana ilias ilie ilona ilse imre inga inge ingrid ioan ioana
    ioannis ion ionel irena irene irina irving isaac isabel isabella isaiah ishmael ismail
    ismet israel istvan ivan ivana ivica ivo izabela jaakko jacek jack jacob jacqueline
    jacques jakob jakub james jana jane janet janice janos janusz jared jaroslav jason
    javier jean jeannette jeff jefferson jeffrey jelena jemima jennifer jens jeremiah
    jeremy jerome jerry jerzy jesse jessica jesus jim joachim joan joanna joanne jochen
    joe joel johan johann johanna johannes john johnny jon jonas jonathan jordan jorge
    jose josef joseph josephine joshua josiah jovan joyce juan juana judith judy juha
    julia julian juliana julie julien juliet julio julius juozas jurgen justin jutta kamal
    karel karen karin karl karla karlheinz karol karolina katalin kate katharina katharine
    katherine kathleen kathryn kathy katie katja kazimierz keith kelly kemal kenan kenneth
    kent kerem kevin kim kimberly kirill kirsten klaus kleanthis konrad konstantin
    konstantinos kostas kristian kristina krystyna krzysztof kurt kyle kyriakos lajos lara
    larry lars laszlo laura lauren laurence lavinia lawrence lazarus lea leah lech leila
    lena leo leon leona leonard leonardo leonid leonidas leopold lesley leslie leszek
    levent lewis lidia lilian liliana lillian lina linda lionel lisa lloyd lois lorenzo
    loretta lori lorna lorraine louis louisa louise luc luca lucas lucia lucian lucien
    lucio lucy ludmila ludwig luigi luis luka lukas luke luther lydia lynn maciej
    madeleine madhuri magda magdalena mahmut malcolm malgorzata manfred manuel mara marc
    marcel marcello marcin marco marcos marcus marek margaret margarita margery margit
    marguerite maria marian mariana marie marija marika marilyn marin marina mario marion
    marios marisa mark marko markus marlene marta martha martin martina marty marvin mary
    mateusz mathew mathias mathilde matilda matthew matthias maude maurice mauro max
    maximilian maxwell mehmet melanie melissa mercedes meredith mervyn michael michal
    michel michele michelle miguel mihai mihail mihaly mijo mika mikhail milan mildred
    miles milos miranda mircea mirela miriam mirjana miroslav mitchel mitchell mohamed
    mohammad mohammed moises monica monika morris moses moshe muhammad murat muriel murray
    mustafa nadia nadine nancy naomi natalia natalie nataliya natasha nathan nathaniel
    neal necati ned neil nelly nelson nenad neven nicholas nick nicola nicolae nicolas
    nicole nigel niklas nikola nikolai nikolaos nikolay nikos nils nina noah noel nora
    norbert norma norman octavia olaf oleg oleksandr olena olga oliver olivia olof omar
    orhan orlando oscar oskar osman otto owen pablo pamela panagiotis paolo pasquale
    patience patricia patrick paul paula paulina pauline paulo pavel pawel pearl pedro
    peggy penelope per percy pericles perry petar pete peter petr petra petre petros
    philip philippa philippe phillip phineas phoebe phyllis piero pierre pieter pietro
    piotr polly priscilla rachel radek radovan radu rafael rafal ragip raimo rainer ralf
    ralph ramazan ramon randall randolph randy raphael raul raymond rebecca recep reginald
    reinhard renata renate rene reuben rex ricardo richard rick rita robert roberta
    roberto robin rodney rodrigo roger roland rolf roman ronald rosa rosalie rosalina
    rosamund rose rosemary ross roy rozalia ruben rudolf rudolph rufus rupert ruslan
    russell ruth ryan saadet sabina sabine sadie sally salvador salvatore sam samantha
    samuel sandor sandra sara sarah sarolta sasha saul scott sean sebastian selahattin
    selina selma serban serge sergei sergey sergio serhiy seth shane shannon sharon sheila
    sherry shirley sibel sidney siegfried sigrid silas silvia simeon simon simone slavko
    slobodan sofia solomon sonia sonja sophia sophie soren sotirios spyridon stacy
    stanislav stanislaw stanley stefan stefania stefano stelian stella stephan stephanie
    stephanos stephen steve steven stewart stuart suleyman susan susana susanna susanne
    suzanne sven svetla svetlana sybil sydney sylvester sylvia sylvie tadeusz tamara tania
    tanja tatiana tatyana ted teodor terence teresa terrence thaddeus theo theodor
    theodora theodore theodoros theophilus theresa therese thomas tibor tim timothy tina
    tobias todd tom tomas tomasz tomislav tommy tony traian trevor tristan ulrich ulrike
    umberto uriah ursula valentin valentina valeria valeriu valery vasile vasiliki vasiliy
    vasily vassilios velimir vera verena verica veronica veronika vesna victor victoria
    viktor viktoriya vilhelm vincent vincenzo viola violet violeta virginia vitalijus
    vitaliy vito vivian vlad vladimir vladislav vojislav volker volodymyr waclaw waldemar
    walter wanda warren wayne wenceslas wendy werner wesley wieslaw wilfred wilhelm willem
    william willie winifred witold wladyslaw wojciech wolfgang xavier yakov yannis yasar
    yasemin yevgeniy yiannis yolanda yosef yuriy yusuf yves yvonne zachary zbigniew zdenek
    zdzislaw zehra zeki zeynep zlatko zofia zoltan zoran zvonimir""".split()
)

# Behind a place, a given name is a part of the place.
PLACE_WORDS = frozenset(
    """street road square place terrace lane park hospital station bridge gardens court
    row crescent dock docks grove island river church palace hill alley yard wharf town
    market county university college school prison house gate fields inn""".split()
)

# Heads and tails of the names that stand in for others.
NAME_HEADS = tuple(
    """Ad Al Am An As Bal Ban Bar Bel Ber Bor Bram Bran Brid Bry Cal Car Cas Cav Col Cor Cran Dal
    Dar Del Dor Drav Dun Ed El Er Fal Far Fen Fin Gal Gar Gel Gor Had Hal Har Hav Hes Hol Il Ing
    Jar Jes Kal Kel Ker Kin Lan Lar Lev Lin Lor Mal Mar Mel Mer Mor Nal Nor Od Or Os Pal Par Pel
    Per Quil Ral Ran Rav Ros Sal Sar Sel Sev Sor Tal Tar Tel Tor Ul Un Val Var Vel Ver Wal Wen
    Wor Yar Yel Zan""".split()
)
NAME_TAILS = tuple(
    """bane beck bourn brant by combe court croft dale dell dene don drake dray fen ford gate
    gill grave hame hart helm holt hurst kell ken lake lan land ley lock lowe mere mont more
    nard ness nock over quist rane rick ridge rod rove sand scott shaw stall stead stoke stow
    strand thwaite ton vane ver wade wald ware wick win wold worth wyn""".split()
)
STATE_HEADS = tuple("Avel Bresk Corvan Dolm Estrav Falk Gorv Halv Ilmar Kest Lorv Mordav".split())
STATE_HEADS += tuple(
    "Navar Ostrel Pelv Quarn Rastov Selm Tarv Umbrel Vald Westrav Yorl Zemb".split()
)
STATE_TAILS = tuple("ia land mark stan avia enta esse evia ona ora ova urra".split())
PEOPLE_TAILS = tuple("ian ish ese ard eno ite oan ic".split())
