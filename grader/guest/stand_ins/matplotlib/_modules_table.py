"""The public classes and functions of each module of matplotlib 3.11.2, as `module: names`."""

MODULES = """
animation: AbstractMovieWriter Animation ArtistAnimation FFMpegBase FFMpegFileWriter FFMpegWriter
    FileMovieWriter FuncAnimation HTMLWriter ImageMagickBase ImageMagickFileWriter
    ImageMagickWriter MovieWriter MovieWriterRegistry PillowWriter TimedAnimation adjusted_figsize
artist: Artist ArtistInspector allow_rasterization get getp kwdoc setp
axes: Axes Subplot SubplotBase subplot_class_factory
axis: Axis Tick Ticker XAxis XTick YAxis YTick
backend_bases: CloseEvent DrawEvent Event FigureCanvasBase FigureManagerBase GraphicsContextBase
    KeyEvent LocationEvent MouseButton MouseEvent NavigationToolbar2 NonGuiException PickEvent
    RendererBase ResizeEvent ShowBase TimerBase ToolContainerBase button_press_handler
    get_registered_canvas_class key_press_handler register_backend scroll_handler
backends: BackendFilter
category: StrCategoryConverter StrCategoryFormatter StrCategoryLocator UnitData
cbook: CallbackRegistry Grouper GrouperView boxplot_stats contiguous_regions delete_masked_points
    file_requires_unicode flatten get_sample_data index_of is_math_text is_scalar_or_string
    is_writable_file_like normalize_kwargs open_file_cm print_cycles pts_to_midstep
    pts_to_poststep pts_to_prestep safe_first_element safe_masked_invalid sanitize_sequence
    silent_list simple_linear_interpolation strip_math to_filehandle violin_stats
cm: ColormapRegistry
collections: AsteriskPolygonCollection CircleCollection Collection EllipseCollection
    EventCollection FillBetweenPolyCollection LineCollection PatchCollection PathCollection
    PolyCollection PolyQuadMesh QuadMesh RegularPolyCollection StarPolygonCollection TriMesh
colorbar: Colorbar ColorbarBase make_axes make_axes_gridspec
colorizer: Colorizer ColorizingArtist
colors: AsinhNorm BivarColormap BivarColormapFromImage BoundaryNorm CenteredNorm ColorConverter
    ColorSequenceRegistry Colormap FuncNorm LightSource LinearSegmentedColormap ListedColormap
    LogNorm MultiNorm MultivarColormap NoNorm Norm Normalize PowerNorm SegmentedBivarColormap
    SymLogNorm TwoSlopeNorm from_levels_and_colors get_named_colors_mapping hex2color hsv_to_rgb
    is_color_like make_norm_from_scale rgb2hex rgb_to_hsv same_color to_hex to_rgb to_rgba
    to_rgba_array
container: BarContainer Container ErrorbarContainer PieContainer StemContainer
contour: ContourLabeler ContourSet QuadContourSet
dates: AutoDateFormatter AutoDateLocator ConciseDateConverter ConciseDateFormatter DateConverter
    DateFormatter DateLocator DayLocator HourLocator MicrosecondLocator MinuteLocator MonthLocator
    RRuleLocator SecondLocator WeekdayLocator YearLocator date2num datestr2num drange get_epoch
    num2date num2timedelta rrulewrapper set_epoch
figure: Figure FigureBase SubFigure figaspect
font_manager: FontEntry FontManager FontPath FontProperties afmFontProperty findSystemFonts
    findfont get_font get_font_names get_fontext_synonyms is_opentype_cff_font json_dump json_load
    list_fonts ttfFontProperty win32FontDirectory
gridspec: GridSpec GridSpecBase GridSpecFromSubplotSpec SubplotParams SubplotSpec
image: AxesImage BboxImage FigureImage NonUniformImage PcolorImage composite_images imread imsave
    pil_to_array thumbnail
inset: InsetIndicator
layout_engine: ConstrainedLayoutEngine LayoutEngine PlaceHolderLayoutEngine TightLayoutEngine
legend: DraggableLegend Legend
legend_handler: HandlerBase HandlerCircleCollection HandlerErrorbar HandlerLine2D
    HandlerLine2DCompound HandlerLineCollection HandlerNpoints HandlerNpointsYoffsets HandlerPatch
    HandlerPathCollection HandlerPolyCollection HandlerRegularPolyCollection HandlerStem
    HandlerStepPatch HandlerTuple update_from_first_child
lines: AxLine Line2D VertexSelector segment_hits
markers: MarkerStyle
mathtext: MathTextParser RasterParse VectorParse get_unicode_index math_to_image
mlab: GaussianKDE cohere csd detrend detrend_linear detrend_mean detrend_none psd specgram
    window_hanning window_none
offsetbox: AnchoredOffsetbox AnchoredText AnnotationBbox AuxTransformBox DraggableAnnotation
    DraggableBase DraggableOffsetBox DrawingArea HPacker OffsetBox OffsetImage PackerBase
    PaddedBox TextArea VPacker
patches: Annulus Arc Arrow ArrowStyle BoxStyle Circle CirclePolygon ConnectionPatch
    ConnectionStyle Ellipse FancyArrow FancyArrowPatch FancyBboxPatch Patch PathPatch Polygon
    Rectangle RegularPolygon Shadow StepPatch Wedge bbox_artist draw_bbox
path: Path get_path_collection_extents
patheffects: AbstractPathEffect Normal PathEffectRenderer PathPatchEffect SimpleLineShadow
    SimplePatchShadow Stroke TickedStroke withSimplePatchShadow withStroke withTickedStroke
projections: AitoffAxes HammerAxes LambertAxes MollweideAxes PolarAxes ProjectionRegistry
    get_projection_class get_projection_names register_projection
quiver: Barbs Quiver QuiverKey
rcsetup: ValidateInStrings cycler validate_any validate_anylist validate_aspect validate_axisbelow
    validate_backend validate_bbox validate_bool validate_color validate_color_for_prop_cycle
    validate_color_or_auto validate_color_or_inherit validate_colorlist validate_cycler
    validate_dashlist validate_dpi validate_fillstyle validate_fillstylelist validate_float
    validate_float_or_None validate_floatlist validate_font_properties validate_fontsize
    validate_fontsize_None validate_fontsizelist validate_fontstretch validate_fonttype
    validate_fontweight validate_hatch validate_hatchlist validate_hist_bins validate_int
    validate_int_or_None validate_intlist validate_markevery validate_markeverylist
    validate_ps_distiller validate_sketch validate_string validate_string_or_None
    validate_stringlist validate_whiskers
sankey: Sankey
scale: AsinhScale AsinhTransform FuncScale FuncScaleLog FuncTransform InvertedAsinhTransform
    InvertedLogTransform InvertedSymmetricalLogTransform LinearScale LogScale LogTransform
    LogisticTransform LogitScale LogitTransform ScaleBase SymmetricalLogScale
    SymmetricalLogTransform get_scale_names register_scale scale_factory
spines: Spine Spines SpinesProxy
stackplot: stackplot
streamplot: DomainMap Grid InvalidIndexError OutOfBounds StreamMask StreamplotSet
    TerminateTrajectory interpgrid streamplot
style: context read_style_directory reload_library update_nested_dict update_user_library use
table: Cell CustomCell Table table
text: Annotation OffsetFrom Text TextPath TextToPath
textpath: TextPath TextToPath
ticker: AsinhLocator AutoLocator AutoMinorLocator EngFormatter FixedFormatter FixedLocator
    FormatStrFormatter Formatter FuncFormatter IndexLocator LinearLocator Locator LogFormatter
    LogFormatterExponent LogFormatterMathtext LogFormatterSciNotation LogLocator LogitFormatter
    LogitLocator MaxNLocator MultipleLocator NullFormatter NullLocator PercentFormatter
    ScalarFormatter StrMethodFormatter SymmetricalLogLocator TickHelper scale_range
transforms: Affine2D Affine2DBase AffineBase AffineDeltaTransform Bbox BboxBase BboxTransform
    BboxTransformFrom BboxTransformTo BlendedAffine2D BlendedGenericTransform CompositeAffine2D
    CompositeGenericTransform IdentityTransform LockableBbox ScaledTranslation Transform
    TransformNode TransformWrapper TransformedBbox TransformedPatchPath TransformedPath
    blended_transform_factory composite_transform_factory interval_contains interval_contains_open
    nonsingular offset_copy
tri: CubicTriInterpolator LinearTriInterpolator TrapezoidMapTriFinder TriAnalyzer TriContourSet
    TriFinder TriInterpolator TriRefiner Triangulation UniformTriRefiner tricontour tricontourf
    tripcolor triplot
units: AxisInfo ConversionError ConversionInterface DecimalConverter Registry
widgets: AxesWidget Button CheckButtons Cursor EllipseSelector Lasso LassoSelector LockDraw
    MultiCursor PolygonSelector RadioButtons RangeSlider RectangleSelector Slider SliderBase
    SpanSelector SubplotTool TextBox ToolHandles ToolLineHandles Widget
"""
