import {
  type FigureSpec,
  type Language,
  languages,
  type ReaderLanguage,
} from '../../contract/figure.ts';
import { commaNumbers } from '../../contract/numbers.ts';
import { variantOfLabel } from '../../contract/verdict.ts';

/** English phrases of figures by their words in another language. */
export type Phrases = Readonly<Record<string, string>>;

/**
 * A phrase a row: English, then in the order of `languages`. The longest that fits is taken, so that a sentence comes before
 * its words. Names of variants and of axes stay as they are.
 */
const table = `
Time | Tiempo | Tempo | Время | Zeit | Temps
Values | Valores | Valores | Значения | Werte | Valeurs
count | cantidad | quantidade | количество | Anzahl | nombre
ratio | cociente | razão | отношение | Verhältnis | rapport
Variant | Variante | Variante | Вариант | Variante | Variante
Rate | Tasa | Taxa | Скорость | Rate | Débit
Throughput | Rendimiento | Vazão | Пропускная способность | Durchsatz | Débit
throughput | rendimiento | vazão | пропускная способность | Durchsatz | débit
Histogram | Histograma | Histograma | Гистограмма | Histogramm | Histogramme
Exclusive scan | Suma de prefijos exclusiva | Soma de prefixos exclusiva | Исключающий префиксный скан | Exklusive Präfixsumme | Somme préfixe exclusive
Mean | Media | Média | Среднее | Mittelwert | Moyenne
Binarise | Binarización | Binarização | Бинаризация | Binarisierung | Binarisation
kernel time | tiempo de kernel | tempo de kernel | время ядра | Kernelzeit | temps du noyau
device call time | tiempo de llamada al dispositivo | tempo de chamada ao dispositivo | время вызова устройства | Zeit eines Geräteaufrufs | temps d'un appel au périphérique
end-to-end time | tiempo total | tempo total | полное время | Gesamtzeit | temps total
Device call | Llamada al dispositivo | Chamada ao dispositivo | Вызов устройства | Geräteaufruf | Appel au périphérique
End to end | De extremo a extremo | De ponta a ponta | От начала до конца | Ende zu Ende | De bout en bout
One call with the input already on the device: temporary allocation, all kernels and the host part. | Una llamada con la entrada ya en el dispositivo: reserva temporal, todos los kernels y la parte del host. | Uma chamada com a entrada já no dispositivo: alocação temporária, todos os kernels e a parte do host. | Один вызов, когда вход уже на устройстве: временное выделение памяти, все ядра и часть хоста. | Ein Aufruf mit der Eingabe bereits auf dem Gerät: temporärer Speicher, alle Kernel und der Teil des Hosts. | Un appel, l'entrée étant déjà sur le périphérique : allocation temporaire, tous les noyaux et la partie hôte.
From host array to host array: allocation, copies, computation and release. | De arreglo del host a arreglo del host: reserva, copias, cómputo y liberación. | De vetor do host a vetor do host: alocação, cópias, cálculo e liberação. | От массива хоста до массива хоста: выделение, копирование, вычисление и освобождение. | Von Feld zu Feld des Hosts: Anlegen, Kopieren, Rechnen und Freigeben. | De tableau hôte à tableau hôte : allocation, copies, calcul et libération.
over | en función de | em função de | в зависимости от | über | en fonction de
Centre: median | Centro: mediana del | Centro: mediana do | Центр: медиана, | Mitte: Median der | Centre : médiane du
bar: its 95 % confidence interval | barra: su intervalo de confianza del 95 % | barra: seu intervalo de confiança de 95 % | планка: её доверительный интервал 95 % | Balken: sein 95-%-Konfidenzintervall | barre : son intervalle de confiance à 95 %
bar: 95 % confidence interval | barra: intervalo de confianza del 95 % | barra: intervalo de confiança de 95 % | планка: доверительный интервал 95 % | Balken: 95-%-Konfidenzintervall | barre : intervalle de confiance à 95 %
Bar: 95 % confidence interval | Barra: intervalo de confianza del 95 % | Barra: intervalo de confiança de 95 % | Планка: доверительный интервал 95 % | Balken: 95-%-Konfidenzintervall | Barre : intervalle de confiance à 95 %
samples per point | muestras por punto | amostras por ponto | измерений на точку | Messwerte je Punkt | mesures par point
samples per series | muestras por serie | amostras por série | измерений на ряд | Messwerte je Reihe | mesures par série
samples per phase | muestras por fase | amostras por fase | измерений на фазу | Messwerte je Phase | mesures par phase
No bar: fewer than 6 samples. | Sin barra: menos de 6 muestras. | Sem barra: menos de 6 amostras. | Без планки: менее 6 измерений. | Kein Balken: weniger als 6 Messwerte. | Sans barre : moins de 6 mesures.
Band: break-even size n* with its 95 % interval; from there on, the first variant is faster than the second. | Banda: tamaño de equilibrio n* con su intervalo del 95 %; a partir de ahí, la primera variante es más rápida que la segunda. | Faixa: tamanho de equilíbrio n* com seu intervalo de 95 %; a partir daí, a primeira variante é mais rápida que a segunda. | Полоса: размер безубыточности n* с интервалом 95 %; начиная с него первый вариант быстрее второго. | Band: Gewinnschwelle n* mit ihrem 95-%-Intervall; von dort an ist die erste Variante schneller als die zweite. | Bande : taille d'équilibre n* avec son intervalle à 95 % ; au-delà, la première variante est plus rapide que la seconde.
Hatched: sizes at which | Rayado: tamaños en los que | Hachurado: tamanhos em que | Штриховка: размеры, при которых | Schraffiert: Größen, bei denen | Hachuré : tailles auxquelles
are not distinguishable, up to the next that tell them apart | no se distinguen, hasta los siguientes que los distinguen | não se distinguem, até os seguintes que os distinguem | неразличимы, до следующих, где различимы | nicht zu unterscheiden sind, bis zu den nächsten, die sie unterscheiden | ne se distinguent pas, jusqu’aux suivantes qui les distinguent
and | y | e | и | und | et
to | a | a | до | bis | à
further break-evens are not drawn | equilibrios más no se dibujan | equilíbrios a mais não são desenhados | других точек безубыточности не показано | weitere Gewinnschwellen sind nicht gezeichnet | autres équilibres ne sont pas tracés
further break-even is not drawn | equilibrio más no se dibuja | equilíbrio a mais não é desenhado | другая точка безубыточности не показана | weitere Gewinnschwelle ist nicht gezeichnet | autre équilibre n'est pas tracé
sequential is one core: portable code, not vectorised by hand. | sequential es un núcleo: código portable, no vectorizado a mano. | sequential é um núcleo: código portável, não vetorizado à mão. | sequential: одно ядро процессора, переносимый код без ручной векторизации. | sequential ist ein Kern: portabler Code, nicht von Hand vektorisiert. | sequential est un cœur : code portable, non vectorisé à la main.
Not shown: | No se muestran: | Não mostrados: | Не показано: | Nicht gezeigt: | Non montrés :
Disturbed, and without a verdict: | Perturbados y sin veredicto: | Perturbados e sem veredicto: | С помехами, без вывода: | Gestört und ohne Urteil: | Perturbés et sans verdict :
of | de | de | из | von | sur
cases | casos | casos | случаев | Fälle | cas
case | caso | caso | случай | Fall | cas
failed | fallidos | com falha | неудачных | gescheitert | en échec
skipped | omitidos | omitidos | пропущенных | übersprungen | ignorés
speedup over | aceleración respecto de | aceleração em relação a | ускорение относительно | Beschleunigung gegenüber | accélération par rapport à
Speedup over | Aceleración respecto de | Aceleração em relação a | Ускорение относительно | Beschleunigung gegenüber | Accélération par rapport à
Time of | Tiempo de | Tempo de | Время | Zeit von | Temps de
over time of the variant (above 1: faster) | entre el tiempo de la variante (más de 1: más rápida) | dividido pelo tempo da variante (acima de 1: mais rápida) | к времени варианта (больше 1: быстрее) | durch Zeit der Variante (über 1: schneller) | sur temps de la variante (plus de 1 : plus rapide)
of the ratio, as in tables | del cociente, como en las tablas | da razão, como nas tabelas | отношения, как в таблицах | des Verhältnisses, wie in Tabellen | du rapport, comme dans les tableaux
distribution of | distribución del | distribuição do | распределение: | Verteilung der | distribution du
relative to the median | respecto de la mediana | em relação à mediana | относительно медианы | relativ zum Median | par rapport à la médiane
Deviation from the median | Desviación de la mediana | Desvio da mediana | Отклонение от медианы | Abweichung vom Median | Écart à la médiane
Share of samples | Proporción de muestras | Proporção de amostras | Доля измерений | Anteil der Messwerte | Part des mesures
Cumulative share | Proporción acumulada | Proporção acumulada | Накопленная доля | Kumulierter Anteil | Part cumulée
Empirical cumulative distribution | Distribución acumulada empírica | Distribuição acumulada empírica | Эмпирическая функция распределения | Empirische Verteilungsfunktion | Fonction de répartition empirique
Ridges: histograms, each as high as its fullest bin | Crestas: histogramas, cada uno tan alto como su clase mayor | Cristas: histogramas, cada um da altura de sua maior classe | Гребни: гистограммы, каждая высотой с наибольший столбец | Grate: Histogramme, jedes so hoch wie seine vollste Klasse | Crêtes : histogrammes, chacun de la hauteur de sa plus grande classe
Box: first to third quartile, line: median, whiskers: up to 1.5 interquartile ranges, points: samples beyond | Caja: del primer al tercer cuartil, línea: mediana, bigotes: hasta 1,5 rangos intercuartílicos, puntos: muestras más allá | Caixa: do primeiro ao terceiro quartil, linha: mediana, hastes: até 1,5 intervalos interquartis, pontos: amostras além | Ящик: от первого до третьего квартиля, линия: медиана, усы: до 1,5 межквартильного размаха, точки: измерения за ними | Kasten: erstes bis drittes Quartil, Linie: Median, Antennen: bis zu 1,5 Quartilsabstände, Punkte: Messwerte darüber hinaus | Boîte : du premier au troisième quartile, trait : médiane, moustaches : jusqu'à 1,5 écart interquartile, points : mesures au-delà
Medians of the phases | Medianas de las fases | Medianas das fases | Медианы фаз | Mediane der Phasen | Médianes des phases
stacked | apiladas | empilhadas | друг на друге | gestapelt | empilées
as parts of their sum, which stands above | como partes de su suma, que figura encima | como partes de sua soma, indicada acima | как доли их суммы, указанной сверху | als Anteile ihrer Summe, die darüber steht | en parts de leur somme, indiquée au-dessus
each on a logarithmic axis | cada una en un eje logarítmico | cada uma em um eixo logarítmico | каждая на логарифмической оси | jede auf logarithmischer Achse | chacune sur un axe logarithmique
slow samples | muestras lentas | amostras lentas | медленных измерений | langsame Messwerte | mesures lentes
slow sample | muestra lenta | amostra lenta | медленное измерение | langsamer Messwert | mesure lente
up to | hasta | até | до | bis | jusqu'à
are beyond the axis | quedan fuera del eje | ficam além do eixo | за пределами оси | liegen außerhalb der Achse | sont hors de l'axe
is beyond the axis | queda fuera del eje | fica além do eixo | за пределами оси | liegt außerhalb der Achse | est hors de l'axe
Points: medians of the processes | Puntos: medianas de los procesos | Pontos: medianas dos processos | Точки: медианы процессов | Punkte: Mediane der Prozesse | Points : médianes des processus
per series | por serie | por série | на ряд | je Reihe | par série
Medians in parentheses. | Medianas entre paréntesis. | Medianas entre parênteses. | В скобках медианы. | Mediane in Klammern. | Médianes entre parenthèses.
time by phase | tiempo por fase | tempo por fase | время по фазам | Zeit nach Phasen | temps par phase
parts of the time by phase | partes del tiempo por fase | partes do tempo por fase | доли времени по фазам | Anteile der Zeit nach Phasen | parts du temps par phase
Part of the sum of the phases | Parte de la suma de las fases | Parte da soma das fases | Доля суммы фаз | Anteil an der Summe der Phasen | Part de la somme des phases
Phases are sampled separately, so a stack is not one device call. | Las fases se miden por separado: una pila no es una sola llamada. | As fases são medidas separadamente: uma pilha não é uma única chamada. | Фазы измерены отдельно: столбец не является одним вызовом. | Die Phasen sind einzeln gemessen: ein Stapel ist kein einzelner Aufruf. | Les phases sont mesurées séparément : une pile n'est pas un seul appel.
allocation | reserva | alocação | выделение памяти | Anlegen | allocation
copy to device | copia al dispositivo | cópia ao dispositivo | копирование на устройство | Kopie zum Gerät | copie vers le périphérique
host part | parte del host | parte do host | часть хоста | Teil des Hosts | partie de l'hôte
copy to host | copia al host | cópia ao host | копирование на хост | Kopie zum Host | copie vers l'hôte
Break-evens | Tamaños de equilibrio | Tamanhos de equilíbrio | Точки безубыточности | Gewinnschwellen | Seuils d'équilibre
Median | Mediana | Mediana | Медиана | Median | Médiane
Speedup | Aceleración | Aceleração | Ускорение | Beschleunigung | Accélération
roofline | modelo roofline | modelo roofline | модель roofline | Roofline-Modell | modèle roofline
Operational intensity | Intensidad operacional | Intensidade operacional | Операционная интенсивность | Operationale Intensität | Intensité opérationnelle
measured peak | pico medido | pico medido | измеренный пик | gemessene Spitze | pic mesuré
theoretical peak | pico teórico | pico teórico | теоретический пик | theoretische Spitze | pic théorique
Declared bytes over the median | Bytes declarados entre la mediana del | Bytes declarados divididos pela mediana do | Объявленные байты, делённые на медиану: | Deklarierte Bytes durch den Median der | Octets déclarés sur la médiane du
Declared operations over the median | Operaciones declaradas entre la mediana del | Operações declaradas divididas pela mediana do | Объявленные операции, делённые на медиану: | Deklarierte Operationen durch den Median der | Opérations déclarées sur la médiane du
Declared operations over the median time | Operaciones declaradas entre la mediana del tiempo | Operações declaradas divididas pela mediana do tempo | Объявленные операции, делённые на медиану времени | Deklarierte Operationen durch den Median der Zeit | Opérations déclarées sur la médiane du temps
rate | tasa | taxa | скорость | Rate | débit
All have | Todas tienen | Todas têm | У всех | Alle haben | Toutes ont
per byte, or near it | por byte, o cerca | por byte, ou perto disso | на байт или около того | je Byte, oder nahezu | par octet, ou presque
No peak of these devices is measured, so there is no percentage of one: "breakeven doctor --peaks" measures them on the machine of the run. | No hay un pico medido de estos dispositivos ni, por tanto, un porcentaje de él: "breakeven doctor --peaks" los mide en la máquina de la ejecución. | Nenhum pico destes dispositivos foi medido, portanto não há porcentagem dele: "breakeven doctor --peaks" os mede na máquina da execução. | Пик этих устройств не измерен, поэтому доли от него нет: "breakeven doctor --peaks" измеряет его на машине запуска. | Für diese Geräte ist keine Spitze gemessen, also gibt es keinen Anteil daran: "breakeven doctor --peaks" misst sie auf der Maschine des Laufs. | Aucun pic de ces périphériques n'est mesuré, il n'y en a donc pas de pourcentage : "breakeven doctor --peaks" les mesure sur la machine de l'exécution.
Percentages: of the theoretical peak, two transfers per reported memory clock times the width of the bus, or multiprocessors times clock times FP64 operations per cycle where that is lower. | Porcentajes: del pico teórico, dos transferencias por ciclo de memoria por el ancho del bus, o multiprocesadores por frecuencia por operaciones FP64 por ciclo donde sea menor. | Porcentagens: do pico teórico, duas transferências por ciclo de memória vezes a largura do barramento, ou multiprocessadores vezes frequência vezes operações FP64 por ciclo onde for menor. | Проценты: от теоретического пика, то есть две передачи за такт памяти на ширину шины, или мультипроцессоры на частоту на операции FP64 за такт, где это меньше. | Prozente: der theoretischen Spitze, zwei Übertragungen je Speichertakt mal Busbreite, oder Multiprozessoren mal Takt mal FP64-Operationen je Takt, wo das weniger ist. | Pourcentages : du pic théorique, deux transferts par cycle de mémoire fois la largeur du bus, ou multiprocesseurs fois fréquence fois opérations FP64 par cycle là où c'est moins.
No theoretical peak of | Sin pico teórico de | Sem pico teórico de | Нет теоретического пика для | Keine theoretische Spitze für | Pas de pic théorique de
the bandwidth of what holds the working set is not on record | no consta el ancho de banda de lo que contiene los datos | não consta a largura de banda do que contém os dados | пропускная способность памяти с этими данными неизвестна | die Bandbreite dessen, was die Daten hält, ist nicht bekannt | le débit de ce qui contient les données n'est pas connu
percent of the measured peak | porcentaje del pico medido | porcentagem do pico medido | процент измеренного пика | Prozent der gemessenen Spitze | pourcentage du pic mesuré
Bar: declared work over the median time, as a part of what was measured of the same device (100 %) | Barra: trabajo declarado entre la mediana del tiempo, como parte de lo medido en el mismo dispositivo (100 %) | Barra: trabalho declarado dividido pela mediana do tempo, como parte do medido no mesmo dispositivo (100 %) | Столбец: объявленная работа, делённая на медиану времени, как доля измеренного на том же устройстве (100 %) | Balken: deklarierte Arbeit durch den Median der Zeit, als Anteil des auf demselben Gerät Gemessenen (100 %) | Barre : travail déclaré sur la médiane du temps, en part de ce qui est mesuré sur le même périphérique (100 %)
whisker: 95 % confidence interval | bigote: intervalo de confianza del 95 % | haste: intervalo de confiança de 95 % | ус: доверительный интервал 95 % | Antenne: 95-%-Konfidenzintervall | moustache : intervalle de confiance à 95 %
samples per bar | muestras por barra | amostras por barra | измерений на столбец | Messwerte je Balken | mesures par barre
Percentages: of what the roof allows at that intensity | Porcentajes: de lo que el techo permite con esa intensidad | Porcentagens: do que o teto permite com essa intensidade | Проценты: от допустимого при этой интенсивности | Prozente: dessen, was das Dach bei dieser Intensität zulässt | Pourcentages : de ce que le toit permet à cette intensité
Arrows: from small to large | Flechas: de menor a mayor | Setas: do menor ao maior | Стрелки: от меньшего к большему | Pfeile: von klein nach groß | Flèches : du petit au grand
Hollow: declared bytes; filled: bytes that a profiler counted in the memory of the device | Hueco: bytes declarados; lleno: bytes que un perfilador contó en la memoria del dispositivo | Vazado: bytes declarados; cheio: bytes que um perfilador contou na memória do dispositivo | Пустые: объявленные байты; заполненные: байты, посчитанные профилировщиком в памяти устройства | Hohl: deklarierte Bytes; gefüllt: Bytes, die ein Profiler im Speicher des Geräts zählte | Creux : octets déclarés ; plein : octets comptés par un profileur dans la mémoire du périphérique
counted bytes | bytes contados | bytes contados | посчитанные байты | gezählte Bytes | octets comptés
Energy | Energía | Energia | Энергия | Energie | Énergie
energy | energía | energia | энергия | Energie | énergie
Joules of one execution | Julios de una ejecución | Joules de uma execução | Джоули на одно выполнение | Joule einer Ausführung | Joules d'une exécution
bar: what the intervals of all repetitions allow | barra: lo que permiten los intervalos de todas las repeticiones | barra: o que os intervalos de todas as repetições permitem | планка: что допускают интервалы всех повторений | Balken: was die Intervalle aller Wiederholungen zulassen | barre : ce que les intervalles de toutes les répétitions permettent
repetitions per point | repeticiones por punto | repetições por ponto | повторений на точку | Wiederholungen je Punkt | répétitions par point
over the runs | en las ejecuciones | nas execuções | по запускам | über die Läufe | au fil des exécutions
per run | por ejecución | por execução | на запуск | je Lauf | par exécution
samples per run | muestras por ejecución | amostras por execução | измерений на запуск | Messwerte je Lauf | mesures par exécution
Runs, oldest first | Ejecuciones, de la más antigua a la más reciente | Execuções, da mais antiga à mais recente | Запуски, сначала старые | Läufe, die ältesten zuerst | Exécutions, de la plus ancienne à la plus récente
number | número | número | номер | Nummer | numéro
Date | Fecha | Data | Дата | Datum | Date
segment | segmento | segmento | отрезок | Abschnitt | segment
Line: segment, at the median of its runs | Línea: segmento, en la mediana de sus ejecuciones | Linha: segmento, na mediana de suas execuções | Линия: отрезок, на медиане его запусков | Linie: Abschnitt, auf dem Median seiner Läufe | Trait : segment, à la médiane de ses exécutions
Band: change point between two runs, with the change of the time and its 95 % interval | Banda: punto de cambio entre dos ejecuciones, con el cambio del tiempo y su intervalo del 95 % | Faixa: ponto de mudança entre duas execuções, com a mudança do tempo e seu intervalo de 95 % | Полоса: точка изменения между двумя запусками, с изменением времени и его интервалом 95 % | Band: Änderungspunkt zwischen zwei Läufen, mit der Änderung der Zeit und ihrem 95-%-Intervall | Bande : point de rupture entre deux exécutions, avec le changement du temps et son intervalle à 95 %
The vertical axis begins at | El eje vertical empieza en | O eixo vertical começa em | Вертикальная ось начинается с | Die senkrechte Achse beginnt bei | L'axe vertical commence à
not at zero | no en cero | não em zero | не с нуля | nicht bei null | pas à zéro
calls from which on the GPU pays | llamadas desde las que conviene la GPU | chamadas a partir das quais a GPU compensa | число вызовов, с которого выгоден GPU | Aufrufe, ab denen sich die GPU lohnt | appels à partir desquels le GPU est rentable
Calls with the same input | Llamadas con la misma entrada | Chamadas com a mesma entrada | Вызовы с теми же данными | Aufrufe mit derselben Eingabe | Appels avec la même entrée
Line: number of calls with the same input from which on the fastest GPU variant of a size costs less than its fastest CPU variant; above it the GPU pays, below it the CPU does. Bar: all numbers of calls that the processes do not decide (95 %). | Línea: número de llamadas con la misma entrada desde el que la variante de GPU más rápida de un tamaño cuesta menos que la de CPU más rápida; por encima conviene la GPU, por debajo la CPU. Barra: todos los números de llamadas que los procesos no deciden (95 %). | Linha: número de chamadas com a mesma entrada a partir do qual a variante de GPU mais rápida de um tamanho custa menos que a de CPU mais rápida; acima compensa a GPU, abaixo a CPU. Barra: todos os números de chamadas que os processos não decidem (95 %). | Линия: число вызовов с теми же данными, с которого самый быстрый вариант GPU этого размера обходится дешевле самого быстрого варианта CPU; выше выгоден GPU, ниже CPU. Планка: все числа вызовов, для которых процессы не дают ответа (95 %). | Linie: Zahl der Aufrufe mit derselben Eingabe, ab der die schnellste GPU-Variante einer Größe weniger kostet als die schnellste CPU-Variante; darüber lohnt sich die GPU, darunter die CPU. Balken: alle Zahlen von Aufrufen, die die Prozesse nicht entscheiden (95 %). | Trait : nombre d'appels avec la même entrée à partir duquel la variante GPU la plus rapide d'une taille coûte moins que la variante CPU la plus rapide ; au-dessus le GPU est rentable, au-dessous le CPU. Barre : tous les nombres d'appels que les processus ne départagent pas (95 %).
copied each time | copia cada vez | cópia a cada vez | копирование каждый раз | jedes Mal kopiert | copié à chaque fois
input stays | la entrada se queda | a entrada fica | вход остаётся | Eingabe bleibt | l'entrée reste
both stay | ambas se quedan | ambas ficam | оба остаются | beide bleiben | les deux restent
input and answer are copied at each call | la entrada y la respuesta se copian en cada llamada | a entrada e a resposta são copiadas a cada chamada | вход и ответ копируются при каждом вызове | Eingabe und Antwort werden bei jedem Aufruf kopiert | l'entrée et la réponse sont copiées à chaque appel
the input stays on the device and the answer comes back | la entrada se queda en el dispositivo y la respuesta vuelve | a entrada fica no dispositivo e a resposta volta | вход остаётся на устройстве, ответ возвращается | die Eingabe bleibt auf dem Gerät, die Antwort kommt zurück | l'entrée reste sur le périphérique et la réponse revient
input and answer stay on the device | la entrada y la respuesta se quedan en el dispositivo | a entrada e a resposta ficam no dispositivo | вход и ответ остаются на устройстве | Eingabe und Antwort bleiben auf dem Gerät | l'entrée et la réponse restent sur le périphérique
Sizes without a number, never or not established | Tamaños sin número, nunca o sin establecer | Tamanhos sem número, nunca ou não estabelecido | Размеры без числа: никогда или не установлено | Größen ohne Zahl, nie oder nicht festgestellt | Tailles sans nombre, jamais ou non établi
Caches hot | Cachés calientes | Caches quentes | Кэши прогреты | Caches warm | Caches chauds
Caches cold | Cachés fríos | Caches frios | Кэши холодные | Caches kalt | Caches froids
State of the caches not recorded | Estado de las cachés no registrado | Estado das caches não registrado | Состояние кэшей не записано | Zustand der Caches nicht aufgezeichnet | État des caches non enregistré
Freedman-Diaconis bins | clases de Freedman-Diaconis | classes de Freedman-Diaconis | столбцы по Фридману и Диаконису | Klassen nach Freedman und Diaconis | classes de Freedman-Diaconis
one bin width per series | un ancho de clase por serie | uma largura de classe por série | своя ширина столбца для каждого ряда | eine Klassenbreite je Reihe | une largeur de classe par série
Median kernel time | Mediana del tiempo de kernel | Mediana do tempo de kernel | Медиана времени ядра | Median der Kernelzeit | Médiane du temps du noyau
Median device call time | Mediana del tiempo de llamada al dispositivo | Mediana do tempo de chamada ao dispositivo | Медиана времени вызова устройства | Median der Zeit eines Geräteaufrufs | Médiane du temps d'un appel au périphérique
Median end to end time | Mediana del tiempo total | Mediana do tempo total | Медиана полного времени | Median der Gesamtzeit | Médiane du temps total
in parentheses half of its 95 % confidence interval in the last digits | entre paréntesis, la mitad de su intervalo de confianza del 95 % en las últimas cifras | entre parênteses, a metade de seu intervalo de confiança de 95 % nos últimos algarismos | в скобках половина её доверительного интервала 95 % в последних цифрах | in Klammern die Hälfte seines 95-%-Konfidenzintervalls in den letzten Stellen | entre parenthèses, la moitié de son intervalle de confiance à 95 % dans les derniers chiffres
processes a value | procesos por valor | processos por valor | процессов на значение | Prozesse je Wert | processus par valeur
above 1 is faster | más de 1 es más rápida | acima de 1 é mais rápida | больше 1: быстрее | über 1 ist schneller | plus de 1 : plus rapide
not distinguishable from 1 | no se distingue de 1 | não se distingue de 1 | неотличимо от 1 | nicht von 1 zu unterscheiden | ne se distingue pas de 1
disturbed, or fewer than 3 processes | perturbado, o menos de 3 procesos | perturbado, ou menos de 3 processos | с помехами или менее 3 процессов | gestört, oder weniger als 3 Prozesse | perturbé, ou moins de 3 processus
break-evens, kernel | tamaños de equilibrio, kernel | tamanhos de equilíbrio, kernel | точки безубыточности, ядро | Gewinnschwellen, Kernel | seuils d'équilibre, noyau
break-evens, device call | tamaños de equilibrio, llamada al dispositivo | tamanhos de equilíbrio, chamada ao dispositivo | точки безубыточности, вызов устройства | Gewinnschwellen, Geräteaufruf | seuils d'équilibre, appel au périphérique
break-evens, end to end | tamaños de equilibrio, de extremo a extremo | tamanhos de equilíbrio, de ponta a ponta | точки безубыточности, от начала до конца | Gewinnschwellen, Ende zu Ende | seuils d'équilibre, de bout en bout
Faster | Más rápida | Mais rápida | Быстрее | Schneller | Plus rapide
than | que | que | чем | als | que
from | desde | a partir de | от | ab | à partir de
95 % interval | intervalo del 95 % | intervalo de 95 % | интервал 95 % | 95-%-Intervall | intervalle à 95 %
further pairs without one between the sizes measured | pares más sin ninguno entre los tamaños medidos | outros pares sem nenhum entre os tamanhos medidos | других пар без неё между измеренными размерами | weitere Paare ohne eine zwischen den gemessenen Größen | autres paires sans seuil entre les tailles mesurées
further pair without one between the sizes measured | par más sin ninguno entre los tamaños medidos | outro par sem nenhum entre os tamanhos medidos | другая пара без неё между измеренными размерами | weiteres Paar ohne eine zwischen den gemessenen Größen | autre paire sans seuil entre les tailles mesurées
further pairs with several | pares más con varios | outros pares com vários | других пар с несколькими | weitere Paare mit mehreren | autres paires avec plusieurs seuils
further pair with several | par más con varios | outro par com vários | другая пара с несколькими | weiteres Paar mit mehreren | autre paire avec plusieurs seuils
further pairs of which none is established | pares más en los que no se establece ninguno | outros pares em que nenhum é estabelecido | других пар, для которых она не установлена | weitere Paare, für die keine feststeht | autres paires dont aucun seuil n'est établi
further pair of which none is established | par más en el que no se establece ninguno | outro par em que nenhum é estabelecido | другая пара, для которой она не установлена | weiteres Paar, für das keine feststeht | autre paire dont aucun seuil n'est établi
continued | continuación | continuação | продолжение | Fortsetzung | suite
run | ejecución | execução | запуск | Lauf | exécution
Run | Ejecución | Execução | Запуск | Lauf | Exécution
Part of the measured peak | Parte del pico medido | Parte do pico medido | Доля измеренного пика | Anteil der gemessenen Spitze | Part du pic mesuré
`
  .trim()
  .split('\n')
  .map((row) => row.split(' | '));

/** What a band compares: another word than the one for an axis. */
const against: Readonly<Record<Language, string>> = {
  ...{ es: 'frente a', pt: 'frente a', ru: 'против', de: 'gegen', fr: 'contre' },
};

const letter = '\\p{L}\\d_-';

/** Takes the longest phrase at each place, whole words alone. */
function translator(phrases: Phrases, kept: readonly string[]): (text: string) => string {
  const known = [...Object.keys(phrases), ...kept].filter((phrase) => phrase !== '');
  const alternatives = known
    .sort((a, b) => b.length - a.length)
    .map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<![${letter}])(?:${alternatives.join('|')})(?![${letter}])`, 'gu');
  return (text) => {
    let done = '';
    let end = 0;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      done +=
        commaNumbers(text.slice(end, index)) +
        (kept.includes(found) ? found : (phrases[found] ?? found));
      end = index + found.length;
    }
    return done + commaNumbers(text.slice(end));
  };
}

function phrasesOf(language: Language | undefined, own: Phrases): Phrases {
  const column = language === undefined ? -1 : languages.indexOf(language);
  const rows =
    column < 0 ? [] : table.map(([english, ...words]) => [english, words[column] ?? english]);
  return { ...Object.fromEntries(rows), ...own };
}

/** Turns a text of a report into the reader's language, but for names that are `kept`; the text itself without one. */
export function textInLanguage(
  { id, phrases = {} }: ReaderLanguage,
  kept: readonly string[],
): (text: string) => string {
  const known = phrasesOf(id, phrases);
  return Object.keys(known).length === 0 ? (text) => text : translator(known, kept);
}

/**
 * The figure in the reader's language: titles, labels, caption and marks by the table, or by phrases of the reader's own
 * before it; decimals with a comma. What no phrase has stays English.
 */
export function inLanguage(
  spec: FigureSpec,
  language: Language | undefined,
  own: Phrases = {},
): FigureSpec {
  if (language === undefined && Object.keys(own).length === 0) return spec;
  const phrases = phrasesOf(language, own);
  const variants = spec.series.flatMap(({ label, device }) =>
    device === null ? [] : [variantOfLabel(label)],
  );
  const kept = [...variants, spec.provenance.Device ?? ''];
  const text = translator(phrases, kept);
  const over = language === undefined ? 'over' : against[language];
  const band = translator({ ...phrases, over: own.over ?? over }, kept);
  const axis = (of: FigureSpec['x']) => ({
    ...of,
    label: text(of.label),
    ...(of.categories === undefined ? {} : { categories: of.categories.map(text) }),
  });
  return {
    ...spec,
    ...{ title: text(spec.title), caption: text(spec.caption), summary: text(spec.summary) },
    ...{ x: axis(spec.x), y: axis(spec.y), decimalComma: true },
    series: spec.series.map((each) => {
      const label = text(each.label);
      if (each.mark === 'box') return { ...each, label };
      const points = each.points.map((point) =>
        point.label === undefined ? point : { ...point, label: text(point.label) },
      );
      return { ...each, label, points } as typeof each;
    }),
    bands: spec.bands.map((each) => ({ ...each, label: band(each.label) })),
  };
}
