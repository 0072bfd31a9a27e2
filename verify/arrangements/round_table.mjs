export const ROUND_TABLE = // The stored schedules, by groups and size. The rest of this file is JSON, which the service reads as well (docs/definitions/rules.md, Rounds).
{
  "5 x 3": {
    "source": "Kirkman, Query VI, The Lady's and Gentleman's Diary, 1850",
    "rounds": [
      "AKO BIM CDH EGJ FLN",
      "AHL BJO CEN DIK FGM",
      "AFJ BDN CGO EIL HKM",
      "AIN BGL CFK DJM EHO",
      "AEM BFH CIJ DLO GKN",
      "ADG BEK CLM FIO HJN",
      "ABC DEF GHI JKL MNO"
    ]
  },
  "6 x 3": {
    "source": "Kotzig and Rosa, Nearly Kirkman systems, 1974; Baker and Wilson, Nearly Kirkman triple systems, 1977",
    "rounds": [
      "AJQ BLN CFH DIK EOP GMR",
      "AHR BIM CDL ENQ FKP GJO",
      "AEM BKR CGP DHO FJN ILQ",
      "ANP BHQ CIO DJR EGK FLM",
      "AKO BDP CJM EHL FGQ INR",
      "AFI BEJ CKQ DGN HMP LOR",
      "AGL BFO CER DMQ HKN IJP",
      "ABC DEF GHI JKL MNO PQR"
    ]
  },
  "7 x 3": {
    "source": "Ray-Chaudhuri and Wilson, Solution of Kirkman's schoolgirl problem, 1971",
    "rounds": [
      "AKM BLR CFI DOT EHP GJU NQS",
      "AEN BIK CMS DLP FQU GRT HJO",
      "AHT BDN CJR EGS FKO IPU LMQ",
      "ADR BGM CHU EOQ FLT IJN KPS",
      "AOU BHQ CDG EIL FRS JMP KNT",
      "AJQ BPT CEK DMU FGN HLS IOR",
      "AIS BFJ CQT DHK EMR GOP LNU",
      "AGL BOS CNP DIQ EJT FHM KRU",
      "AFP BEU CLO DJS GKQ HNR IMT",
      "ABC DEF GHI JKL MNO PQR STU"
    ]
  },
  "8 x 3": {
    "source": "Kotzig and Rosa, Nearly Kirkman systems, 1974; Baker and Wilson, Nearly Kirkman triple systems, 1977",
    "rounds": [
      "AES BLX CKW DMQ FGT HJV INR OPU",
      "AGP BJR CDT EUV FHW IMX KOS LNQ",
      "AUX BEM CLO DHS FJN GQW IPV KRT",
      "AHN BFU CGJ DIK ELW MPT OQX RSV",
      "AIO BHQ CER DJU FKM GLV NTX PSW",
      "AJM BGK CNS DOV EQT FLP HRX IUW",
      "ATW BDP CQU EIJ FSX GOR HLM KNV",
      "AKQ BTV CFI DNW EHO GMS JPX LRU",
      "ADL BIS CHP EKX FQV GNU JOT MRW",
      "AFR BOW CMV DGX ENP HKU ILT JQS",
      "ABC DEF GHI JKL MNO PQR STU VWX"
    ]
  },
  "10 x 3": {
    "source": "Kotzig and Rosa, Nearly Kirkman systems, 1974; Baker and Wilson, Nearly Kirkman triple systems, 1977",
    "rounds": [
      "AHW BIJ CRd DTZ EPb FNQ GKO LMa SXY UVc",
      "AGc BMZ CKS DIN EJa FHV LPW OYb QUd RTX",
      "APZ BGb CEH DJd FXc IOQ KMW LNS RUY TVa",
      "ADS BEY CJZ FOd GMR HUX IKT LVb NPa QWc",
      "AMT Bac CLQ DGV EOR FIU HKZ JPX NYd SWb",
      "AIa BOU CNV DPc EKX FMS GJQ HRb LTY WZd",
      "ANR BDW CIX EUZ FKa GSd HLc JMY OPV QTb",
      "AKU BFT CYc DXb EQS GNZ HMP ILd JRV OWa",
      "AJb BLR CFG DUa ENW HTd IPS KVY MQX OZc",
      "AEd BSV CDM FPY GUW HQa IRc JOT KNb LXZ",
      "AFL BXd Cab DKR EMc GPT HOS IWY JNU QVZ",
      "AQY BHN CTW DLO EIV FRZ GXa JSc KPd MUb",
      "AOX BKQ CPU DHY EGL FJW IZb MVd NTc RSa",
      "ABC DEF GHI JKL MNO PQR STU VWX YZa bcd"
    ]
  },
  "11 x 3": {
    "source": "Ray-Chaudhuri and Wilson, Solution of Kirkman's schoolgirl problem, 1971",
    "rounds": [
      "AHb BQd CJP DKe EGU FRT ISX LWa MZg NYf OVc",
      "AYd BDP CVf ETZ FHL GJO IUc KMS Nag QXe RWb",
      "AJM BIN COd DQW ESe Fab GLc HVZ KRY PUg TXf",
      "AKQ BUa Cbe DHM ENX FOS GTV IWZ Jdg LPY Rcf",
      "AUV BKT CLN DXZ EHP FMQ Gbf IRd JYc Oae SWg",
      "ATa BJR CIQ DOY ELf FNV GPS HUX Kbg MWd Zce",
      "AEW BFZ CKX Dac GRg HNQ IMe JSV LTd OPf UYb",
      "ARS BOW CHT DGN Ead FIJ KZf LUe MVY PXb Qcg",
      "ANe BSf CMU DIV EJb FXd GQa HWY KPc LRZ OTg",
      "AFc BGM CEY DTb HKO ILg JXa NPW QUf RVe SZd",
      "APZ BEc CFg DUd GKW HJe ITY LQV Maf NSb ORX",
      "AIf BVb CWc DLS EOQ FKU Gde HRa JNZ MPT XYg",
      "AGX BYe CDR EVg FWf HSc IPa JQT KNd LMb OUZ",
      "ALO BHg CSa DJf EIK FGY MXc NRU PVd QZb TWe",
      "ADg BLX CGZ EMR FPe Hdf IOb JUW KVa NTc QSY",
      "ABC DEF GHI JKL MNO PQR STU VWX YZa bcd efg"
    ]
  },
  "12 x 3": {
    "source": "Kotzig and Rosa, Nearly Kirkman systems, 1974; Baker and Wilson, Nearly Kirkman triple systems, 1977",
    "rounds": [
      "AGV BLW CHh DJN EPT FOZ IUY KMQ RSd Xei abg cfj",
      "ATg BDY CRi EGK FIj HSV JQU Lbh MPd NWc Oae XZf",
      "ALf BMV CWY DHO EUX FTa GJb IZg Kdh NRj PSi Qce",
      "AHa BKe CSj DQZ ERf FXd GTW IVh JPY LOg Mci NUb",
      "AIi BHU CNf DWa Eeh FJM Gdg KSb LYc OQT PXj RVZ",
      "AKP BOi CMe DLj ENZ FVc GUa HTd ISf JWh QXb RYg",
      "AXY Bah CLZ DMS EVg FNP GQf HWi Ide JTj KUc ORb",
      "AES BZd CGP DIb FLi HKf Jac MXh NQg OVY RTe UWj",
      "AQj BNS CDV EOd FHR GLe IPc Jgi KXa MWZ TYb Ufh",
      "ARW BFQ CEJ Ddf GNY Hbe IMa KOj LSX PUg TVi Zch",
      "AJd BEb CIQ DRU FWe GZi HYj KNV LPa MTf OSh Xcg",
      "AFU Bgj CTc DKi EMY GRh HPZ IOX JVe LNd QSa Wbf",
      "ADh BRc Cad EQi FKY GMj HNX ILT JOf PVb SWg UZe",
      "AMb BPf COU DGc EIW Fgh HLQ JRX KTZ Nai SYe Vdj",
      "AOc BGX CFb DPe Eaj HMg IKR JSZ LUV NTh QWd Yfi",
      "ANe BIJ CKg DTX EHc FGS LMR OPW QYh Udi Vaf Zbj",
      "ABC DEF GHI JKL MNO PQR STU VWX YZa bcd efg hij"
    ]
  },
  "13 x 3": {
    "source": "Ray-Chaudhuri and Wilson, Solution of Kirkman's schoolgirl problem, 1971",
    "rounds": [
      "AXe BQj COm Dbk EHK FJP GLd ITZ Mfh Nil RUY SVc Wag",
      "AQY BFT CHa DUW Eim Gel IRg JXh KNk LMS OVb Pdf Zcj",
      "AOT BLb CMU DVZ Efl Fcg GRj HQh IPk JWi KYe Ndm SXa",
      "ALg BDK CPV ENX FSl GTY Hjk IQU JOc MRm WZf adi beh",
      "AKM BJZ CWe Dgh EUd FVj Gbf HNc IXm LQi OPl RTa SYk",
      "AEP BIc CGg DHf FNU Jae KSi LOY MTb QZl RWk Vhm Xdj",
      "AFb BHe CNY DSd ELj GPa IMW Jgk KZh OUX Qfm Rcl TVi",
      "Aci BYm CTf DLe EZk FHR GQX IJS KUj Mgl NVa Odh PWb",
      "ADm Bak CKX EIY FMQ GWh Hgi JUV LPc NZb Ofj RSe Tdl",
      "ASh BXi CJR DGN ETe FZd HLV Ibl KOa MYj Pgm QWc Ufk",
      "ARV BWd CDQ EGJ Fei HOZ IKf LTX Mck NSg PYh Ubm ajl",
      "AHl BUh CSZ DYc EQg Faf GVk IOi JMd KPT LWm Nej RXb",
      "AGZ BSf Cbj DPi EOW FKm HMX ILa JYl NRh QTk Uce Vdg",
      "AWj BVl CEc DJT FIh GSm HPU KRd LNf MZi Oek Qab XYg",
      "Adk BGM CFL DOR Eah HTm IVe JNQ KWl PSj UZg Xcf Ybi",
      "AUa BNP CId DXl EMV FWY GKc HJb Lhk OQS Rfi Tgj Zem",
      "AJf BOg Chl DIj ESb FXk GUi HYd KQV LRZ MPe NTW acm",
      "AIN BER Cik DMa FGO HSW Jjm Kbg LUl PXZ Qde Tch VYf",
      "ABC DEF GHI JKL MNO PQR STU VWX YZa bcd efg hij klm"
    ]
  },
  "14 x 3": {
    "source": "Kotzig and Rosa, Nearly Kirkman systems, 1974; Baker and Wilson, Nearly Kirkman triple systems, 1977",
    "rounds": [
      "ARb Bgo COd Dhl Eaf Fmp GTV HSX IZi JUk KWY Lcj MPn NQe",
      "AUZ BHY CIn DOX EQk FKS GLi JNf Mac Pbe RVo Tjm Wdl ghp",
      "ADa BOS CKR EPT FUl GQW HVc Ifj JZn Lde MYo NXp bhk gim",
      "AFM Bdn CNk DGR EWh HJe IUo Kbp LTa Oci PXl QYm SVf Zgj",
      "AIg BMk CWZ DKT ENo Fdh GJX Hbj LQS OPm Rfn Uap Vei Ycl",
      "Ael BNZ CLb DUg EHn FXo GPf IOk JMQ Kch Ram SWj Tdi VYp",
      "AYh BDL CPi EIe FVk Gag HKM JSo Nbm Oln QTp RXj UWc Zdf",
      "Ado BUV Cae Dbi EMp FLW Ghn Hfm IQX JRg KPk NTc OYj SZl",
      "AEL BRl CYf Ddp FJi GOZ HQU IWb KVm MXg Nah PSc Ten jko",
      "AJW BFf CES DVn Gdm Hak Icp KQg LXh MTZ NPj OUe RYi blo",
      "AKf BWa CUm DMe EVl FGN HPg ISY Jdj LOp Qin Rck Tho XZb",
      "AOQ BGK CXc DPo EUb FHZ IMd JTY LNV Reh Sgk Wmn ajl fip",
      "ATk BXi CQl DHW Ecg Fej GSp ILR JPh KUd Mbf NYn OVa Zmo",
      "Ajp BIT CVg Dcf EJm FYb Gek HLl KOo MSi NRW Pad QZh UXn",
      "AHi BJc CGo DIm EKZ FQa Lkn MVj Ngl OTb PWp RSd Ufh XYe",
      "APV BQb CMh DZk EXd Fcn GUj HRT IKN Jlp LYg OWf Sem aio",
      "AGc BEj CFT DNS HOh IJa Kil LMm PUY QVd RZp Weo Xfk bgn",
      "AXm Bep CDJ EGY FOg HNd IVh Kjn LPZ MRU Qco Sab Tfl Wik",
      "ASn Bhm CHp DQj EOR FIP GMl JVb KXa Lfo NUi TWg Ydk Zce",
      "ABC DEF GHI JKL MNO PQR STU VWX YZa bcd efg hij klm nop"
    ]
  },
  "16 x 3": {
    "source": "Kotzig and Rosa, Nearly Kirkman systems, 1974; Baker and Wilson, Nearly Kirkman triple systems, 1977",
    "rounds": [
      "ADJ BRh CXq EMe Flu GTf HUg IPi KNr Lcp OYk Qnv SVZ Wds abj mot",
      "AOt BUn CVl DGM ENX Fcf HPT ILb JWZ Kas QYj RSd eim ghv kor pqu",
      "AYc BGP CJv DIu EKR FXt Hdp Lmq Mjk NUf OTi QZr Shn Vbs Wgl aeo",
      "AMl BJS CQW DNb Ept FGR Haq Idn KYo LPs Ofu TZe Uiv Vjm Xhr cgk",
      "AVk BZf CRr DPc ESo FIU GKi Hjn JMQ LNg OWm TXu Yps aht beq dlv",
      "AZm Bde Chs DLY Egi FOn GNS HKt Ikp JUj MPV QTq Rfv Wau Xbo clr",
      "AWo BQi CIf Djp EGb Fak HJr KOq LRX Msv Ncm PSY Tdg UZl Vnt ehu",
      "ARU BKT CYu Dkq EOZ FHW GXs Iet JVd Laf Mhm Nip Plo QSb cjv gnr",
      "AFb BOo Cgm DZv EUa GLt HRu ITj Jen KQV MYr Nls PWp Scq Xdi fhk",
      "Agp BEu CHM DKf FZh Gjl IJq LUW NQt Odr Pbm Rns SXk Tav VYe cio",
      "APh Bcs CZo DXg Ekv FJT GUe HYb Imr KSp LOQ MRt Ndq Viu Wfj aln",
      "Ajq BHv Cac DSW EIV FYd GOg JNo Kbh LTl Mfn PZu QXe Rmp Uks irt",
      "ANa BIg CPU Dst Ecn FSj GQk HOV Jhl KWe Lov Miq RTY XZp bfr dmu",
      "ASv BLV CNT Dai Elq Fpr Gou Hek IYh JRg KUm MWc OXj Pdt Qfs Zbn",
      "Ain BFq CKj DQl EJY Gad HLh IOs MZg NPk RWb Sru Tct UVo Xfm epv",
      "Aes Bar CDd EWh FQm GVc HXl IRo Jft KZk LSi MTb Nnu OUp Pgj Yqv",
      "AGr BNY CFi DHo EQd IXv Jam KPn Lej MUu Och RZq Sgs TWk Vfp blt",
      "Adf BDm CSe EHs FPv Ghq INW Jbi Kcu Lkn Map ORl Qgo TVr UXY Zjt",
      "AHQ BWt CEL DUr FNe GJp IZc KMd Obv PXa Rik Sfl Tho Vgq Ymn jsu",
      "AET BMX Cbp DVh Fos Gmv Hfi IKl Jku LZd NRj OSa Per QUc Wnq Ygt",
      "AKX Blp Ckt DTn Ejr FLM GWY HSm IQa JOP NVv Rce Udh Zis bgu foq",
      "ALu Bbk CGn DOe EPf FKg HNZ IMS JXc Qhp RVa Tms Uqt Wrv Yil djo",
      "ABC DEF GHI JKL MNO PQR STU VWX YZa bcd efg hij klm nop qrs tuv"
    ]
  },
  "17 x 3": {
    "source": "Ray-Chaudhuri and Wilson, Solution of Kirkman's schoolgirl problem, 1971",
    "rounds": [
      "AQt BYg CMV DWo Ejm FZq GPp HKh IJn LTl NSe ORu UXd aby cix frv ksw",
      "Auw BEo CXh Der FGY Hgt IVk JSZ KTj LWb Mnq Nmv OQa Pds RUx cpy fil",
      "AOZ BUn CQY DRv Ecq FPW GTi HNu ILr Jbp KMy Stx Vhs Xlw aem dfj gko",
      "APc Bkx Cin Dmy EOV FLU GNf HWq Ijv Jhw Kru MQZ RXg SYp Tad beo lst",
      "ADS BPm CHp Eey FQT GOd IYc Jjl KZb LNg MRk UWu Viv Xrx aht fns oqw",
      "Abn Bfw CLj DGK ENU FRc HYv IZo Jmt MXs OPT QVy SWd akr ehp giu lqx",
      "ANp BOe Cos DQq Egx Fny GJV HPj Ibf KYt Lvw Mdr RWl Shm TZk Uai Xcu",
      "Agv BJM CRf DZj Eit Fox Gce Haw ISs Kdk LPu NXY Opq Qln TWm Uhy Vbr",
      "AJT BQi CSv DLf EMW Fpu Gsy HOk IRa Knx Nlo Prw UVt Xeq Ydh Zcm bgj",
      "Ady BHr CGl DMh EPY FXj IUm JOx Kfo LQs Nan RSi Tcg Vqu Wew Zpv bkt",
      "ALh Bcv Cex DOt EGk FVl Hdn IWi JXo KNw Mmu PSb QUr RTY Zfy ajq gps",
      "AWf BXp CDk Edv FMg Gmr Hei Iqt JPU KQS LZx Nbh Oly RVj Tou Ynw acs",
      "Aax BNs Cuy DYl ELp Fhv GUo HMS ITw Jdi KVe OXm Pft Qjk Rbq WZg cnr",
      "Aiq BTV CPZ Dau EIK FHJ GXb LYy Mtw NQc Oov Rhn Slr Ues Wjx dgm fkp",
      "Aej BWh COb Dcw ERr Ffm Gav HTx IMp JQg KXi Ldt Nkq PVn Soy UZl Ysu",
      "AGR BSq Crt DTs EZn FKO HXy Ihu Jaf LMe NPi Qmo Ucj Vgw WYk bvx dlp",
      "AHs BLR CET DJN Fde Ghx IOg KWc Mal Pqy Qfu Sjw UYb Vmp XZt ior knv",
      "AVY BZd CNW DIx EXa Fiw GMj HQb Jku KRs Lmn OSc Pho Tpt Ufq elv gry",
      "AKm BDb Cdq EJs FSk Gnu Hcl IQe LOi MUv NVx Pag Rpw TXf Wty Yjo Zhr",
      "AIX Bju Cmw DVd EHf Fbs GQW Jqv KUp LSa MPx NRZ OYr Ten cot ghl iky",
      "AFr BGt CKa Dgn ESu HVZ IPl JYe LXk Mcf Njy OUw Qpx Rdo Thq Wsv bim",
      "AEl BIy CUg Dip FNt GLq HRm JWr KPv MTb Ojs Qdw SXn Vao Yfx Zeu chk",
      "AUk BFa CJc DPX EQh GZw HLo INd Kgq MYi OWn Ret SVf Tvy blu jpr msx",
      "AMo BKl CFI DHU Ebw GSg JRy LVc NTr Ofh Pek QXv Wap Ymq Zis dux jnt",
      "ABC DEF GHI JKL MNO PQR STU VWX YZa bcd efg hij klm nop qrs tuv wxy"
    ]
  },
  "6 x 4": {
    "source": "Handbook of Combinatorial Designs, 2nd edition, 2007, IV.5, resolvable group divisible designs",
    "rounds": [
      "AFNQ BGJV CHIU DEPR KOSX LMTW",
      "AGKT BLNX CJPW DFIS EOQU HMRV",
      "AIOV BFRW CETX DKMU GLPQ HJNS",
      "AEJM BPSU CFLO DNTV GIRX HKQW",
      "ALRU BHOT CGMS DJQX EINW FKPV",
      "AHPX BIMQ CKNR DGOW ELSV FJTU",
      "ABCD EFGH IJKL MNOP QRST UVWX"
    ]
  },
  "7 x 4": {
    "source": "Hanani, Ray-Chaudhuri and Wilson, On resolvable designs, 1972",
    "rounds": [
      "AFOQ BGLU CMXb DJRZ ETVY HKNa IPSW",
      "AKVb BHPY CGQW DIOT EJMU FLRa NSXZ",
      "AJPT BFSb COVa DELX GINY HMRW KQUZ",
      "AGMZ BJWa CLNT DHQV EIRb FKPX OSUY",
      "AHIX BENQ CKRY DPUa FTWZ GJOb LMSV",
      "AESa BKMT CFIU DNWb GPRV HLOZ JQXY",
      "ALWY BORX CEPZ DGKS FJNV HTUb IMQa",
      "ANRU BIVZ CHJS DFMY EKOW GTXa LPQb",
      "ABCD EFGH IJKL MNOP QRST UVWX YZab"
    ]
  },
  "9 x 4": {
    "source": "Handbook of Combinatorial Designs, 2nd edition, 2007, IV.5, resolvable group divisible designs",
    "rounds": [
      "ALMZ BSWf CKTX DGNg EIYd FRUa HPQh Jbei OVcj",
      "ANbj BJMg CUfi DHKO EQZe FLXY GITa PRWc SVdh",
      "AIQV BNRe CGYj DPTU EObh FMSi HLWd JXZf Kacg",
      "AGXe BHbc CFPd DLVi EKMR INUh JOSY Qafj TWZg",
      "AHJa BLQU CMch DIWb ENSX FTVe GORi KZdj PYfg",
      "AEWi BXah CIRZ DQYc FKNf GJPV HSUj LOeg MTbd",
      "AKPS BETj COWa DJRd FQbg GLfh HNVZ IXci MUYe",
      "AUdg BFIO CJNQ DMXj ELPa GSZc HTYi KWeh RVbf",
      "ARYh BPZi CEVg DSae FJWj GKUb HIMf LNTc OQXd",
      "AOTf BKVY CLSb DFZh EJUc GMQW HRXg IPej Nadi",
      "ABCD EFGH IJKL MNOP QRST UVWX YZab cdef ghij"
    ]
  },
  "10 x 4": {
    "source": "Hanani, Ray-Chaudhuri and Wilson, On resolvable designs, 1972",
    "rounds": [
      "AQXZ BGWa CHIR DKVY EJSU FLTb Megl Nfhn Ocim Pdjk",
      "ALNj BEKO CJMW DHUi FPXh GIVg Qbdn Raem SYcl TZfk",
      "AIUl BThm CSVj DJQg EPZe FOaf GNbc HMYd KRXk LWin",
      "ARfi BSdg CQch DTej EMVb FKWl GJPY HNZm IOXn LUak",
      "AKMT BJNk CLOZ DRbl EWfj FVei GUdh HXcg IQYm PSan",
      "AJOe BLMc CKNd DIPf EQal FUZg GTXi HVhk RYjn SWbm",
      "AEgn BIbi CFYk DGLm HKaj JZhl MSXf NQUe ORVd PTWc",
      "AWYh BVZn CPil DNXa EITd FJRc GKQf HLSe MUjm Obgk",
      "AFdm BHfl CGen DEck IMah JXbj KSZi LPQV NRWg OTUY",
      "AVac BXYe CUbf DWZd ELRh FINS GOjl HJTn KPgm MQik",
      "AHPb BFQj CTag DOSh ENYi GMRZ IWek JVfm KUcn LXdl",
      "AGSk BPRU CEXm DFMn HOQW IZcj Jadi Kbeh LYfg NTVl",
      "ABCD EFGH IJKL MNOP QRST UVWX YZab cdef ghij klmn"
    ]
  },
  "12 x 4": {
    "source": "Handbook of Combinatorial Designs, 2nd edition, 2007, IV.5, resolvable group divisible designs",
    "rounds": [
      "AHOv BPet CRUa DGIn EQdl FMrs JXpu Kbhq LNZj SVck TYio Wfgm",
      "ATag BGXh CLcp DMlv EKen FSjt HZfo IORW Jbis NVru PQmq UYdk",
      "AWYc BKOl CEZk DNQi FJdg Gajq HPRu Imrv LVhs MUeo Sfnp TXbt",
      "AISd BYmp CViq Djku Ecgo FNTh GWZs HKMX Jafv LRlt OQer PUbn",
      "Abjl Binr CGNt DSho EMWa FOUq HJQc IZgp Kfks LTdu PVYv RXem",
      "Afhr BIko CFWb Ddqt EOVj GYeu HUim JMSZ KPTc LQXv Nalp Rgns",
      "AMQp BSas CPgr Dbcm ENXf FKRi GVdo HLYn ITej JOkt UZhv Wlqu",
      "Aeqs BEJR CMjm DTWp Fcnv GLUr HVgl Ifit KNSY Obou PXZd Qahk",
      "ANRk BHdj CJlo DFXY Ehmu GKgv IQUs LMfq OTZn PSWi Vbep acrt",
      "AEUt BFfu CSev DKZr Gcil HINb JTVm LPao MRYh Odps QWjn Xgkq",
      "AZiu BNUc CHTs DLOg EIYq FPkp GQbf JWeh Kadm MVnt Rjov SXlr",
      "AGJP BTqv Cdhn DRVf ELSb FZel HWkr IMcu KUjp Nmos OXai QYgt",
      "AXno BMbg CKQu DEPs FIVa GOSm Hhpt JYjr Leik NWdv RZcq TUfl",
      "AFLm BQVZ COYf DHae Eipv GMTk IPhl JNnq KWot Rbdr SUgu Xcjs",
      "ABCD EFGH IJKL MNOP QRST UVWX YZab cdef ghij klmn opqr stuv"
    ]
  },
  "13 x 4": {
    "source": "Hanani, Ray-Chaudhuri and Wilson, On resolvable designs, 1972",
    "rounds": [
      "Ajky BIps CJQf Dimx EPgw FMTu GXal HLev KNUb OZdt RYnq SVcr Whoz",
      "AIfx BQbv CHVZ DPWy Ejmo FUtw Gikq JYru KRXd LOTp Megl Nacz Shns",
      "AOQh BHYx CTbl DEMt FXcv GIWj JSdi Kekz LUgr NZnu Pfmq RVpw aosy",
      "ATXY BLdn CEUk Dcgp FKZy GSem HIPQ JVvz Mjqs NRlx Oiou Waft bhrw",
      "APdl BVmu CGvy DJNh Ebcn FLRi HSqt IYow KOWs MUfp Qaej TZgz Xkrx",
      "AVbi BNTy Cequ DXno EZfh FJPk GMcx HKap Idrz Lmsw OSUj QYlt RWgv",
      "ALNq BFfo CKYj DQds ERry GPnz HUch IVkt Jbgm MXZi Oavw Slpu TWex",
      "AFWr BGgt CLSx DObq EJTa HMRo INXm Khlv PUZe QVny Ydkp cjuw fisz",
      "AHgs BEXq CPar DKTw FISb GNQp JMWn Lhku OVYf RUmz Zclo djvx eity",
      "AEep BKMr CRct DLZj FQqz GVdh HOmy Iagn JUls NWYi Pbux SXfw Tkov",
      "AMSz BUai CWmp Dfrv EIOl FYeh GLbo HNdw Jcqy Kntx PTVj QXgu RZks",
      "AUnv BOck CIMh DHuz EKQi Fadm GTrs JZpx LPXt NVeo Rbfj SYgy Wlqw",
      "AKcm BSWZ Cdgo DFVl ELYz GJOR HTfn IUuy MQkw Njrt Pipv Xbes ahqx",
      "AGZw BPRh CFNs DSak EWdu HJXj ITci KVgq Lfly MYmv Oenr QUox bptz",
      "ARau BJew COXz DGUY EVsx Fjnp Hilr IZqv KPSo LQWc Mbdy Nfgk Thmt",
      "AJot Bjlz Cinw DIRe ENSv FOgx GKfu HWbk LMVa PYcs QZmr TUdq Xhpy",
      "ABCD EFGH IJKL MNOP QRST UVWX YZab cdef ghij klmn opqr stuv wxyz"
    ]
  },
  "6 x 5": {
    "source": "Harvey, The social golfer problem (CSPLib, problem 10)",
    "rounds": [
      "AGOQd BMTWb CILSX DHPVa EJNUZ FKRYc",
      "AHLTY BINPd CGMUc DFSWZ EKQXa JORVb",
      "AIRWa BJLQc COPYZ DGNTX EFMVd HKSUb",
      "AJMPX BGSYa CFNQb DLRUd EHOWc IKTVZ",
      "ANSVc BHRXZ CJKWd DIMQY EGLPb FOTUa",
      "ABCDE FGHIJ KLMNO PQRST UVWXY Zabcd"
    ]
  }
}
